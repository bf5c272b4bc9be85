import { sql } from "kysely";
import type { Config } from "../../config.ts";
import type { Transaction } from "../../database/database.ts";
import { AppError } from "../../errors.ts";

export type Quota = Config["quota"];

/**
 * Checks that the organization may store one more file of `sizeBytes`. A concurrent check waits until this
 * transaction ends, so that two uploads cannot exceed the limit together. Files sent by customers are not counted,
 * since they are always accepted. Throws quota_exceeded.
 */
export async function requireRoom(trx: Transaction, organizationId: string, quota: Quota, sizeBytes: number) {
  const { maxFiles, maxBytes } = quota;
  if (maxFiles === Infinity && maxBytes === Infinity) return;
  await sql`select id from organizations where id = ${organizationId} for no key update`.execute(trx);
  const { rows } = await sql<{ files: number; bytes: number }>`
    select count(*) as files, coalesce(sum(file_size), 0)::bigint as bytes
    from document_versions where organization_id = ${organizationId}
  `.execute(trx);
  const { files = 0, bytes = 0 } = rows[0] ?? {};
  if (files + 1 > maxFiles) throw exceeded(`${maxFiles.toLocaleString("en")} files`);
  if (bytes + sizeBytes > maxBytes) throw exceeded(sizeOf(maxBytes));
}

const exceeded = (limit: string): AppError =>
  new AppError(
    413,
    "quota_exceeded",
    `Your organization has reached its limit of ${limit}. Delete documents you no longer need, or ask your administrator to raise it.`,
  );

const units = ["bytes", "KB", "MB", "GB", "TB"];

function sizeOf(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${Math.round((bytes / 1024 ** power) * 10) / 10} ${units[power]}`;
}
