import { sql } from "kysely";
import type { z } from "zod";
import { ApiKey, type ApiKeyCreate, type ApiKeyCreated } from "../../../contract/api-keys.ts";
import { createApiKey, hashOfApiKey, prefixOfApiKey } from "../../auth/api-keys.ts";
import type { Transaction, Key } from "../../database/database.ts";
import { deleteRows, fromRow, insertRow, rowId, updateRows } from "../../database/rows.ts";
import { notFound } from "../../errors.ts";

/** The keys of an organization, newest first; at most 1000. */
export async function listApiKeys(trx: Transaction, organizationId: string): Promise<ApiKey[]> {
  const rows = await selectApiKeys(trx, organizationId).limit(1000).execute();
  return rows.map((row) => fromRow(ApiKey, row));
}

/** Creates a key. Only its hash is stored, so it cannot be shown a second time. */
export async function issueApiKey(
  trx: Transaction,
  organizationId: string,
  { name, permissions, expiresAt, allowedOrigins }: z.output<typeof ApiKeyCreate>,
): Promise<ApiKeyCreated> {
  const key = createApiKey();
  const id = await insertRow(trx, "api_keys", {
    organization_id: organizationId,
    name,
    key_hash: hashOfApiKey(key),
    prefix: prefixOfApiKey(key),
    may_ask_internal: permissions.internal,
    may_ask_external: permissions.external,
    expires_at: expiresAt,
  });
  const own = { organization_id: organizationId, api_key_id: id };
  const origins = [...new Set(allowedOrigins)].map((origin) => ({ ...own, origin }));
  if (origins.length > 0) await trx.insertInto("api_key_origins").values(origins).execute();
  const row = await selectApiKeys(trx, organizationId).where("id", "=", id).executeTakeFirstOrThrow();
  return { ...fromRow(ApiKey, row), key };
}

/** Revokes a key; revoking it again changes nothing. Throws not_found. */
export async function revokeApiKey(trx: Transaction, { organizationId, id }: Key<"id">): Promise<void> {
  const revoked = { revoked_at: sql<Date>`coalesce(revoked_at, now())` };
  if (!(await updateRows(trx, "api_keys", rowId(organizationId, id), revoked))) throw notFound("API key");
  await deleteRows(trx, "api_key_origins", { organization_id: organizationId, api_key_id: id });
}

function selectApiKeys(trx: Transaction, organizationId: string) {
  return trx
    .selectFrom("api_keys")
    .select(["id", "name", "prefix", "created_at", "last_used_at as last_used", "expires_at"])
    .select(
      sql`json_build_object('internal', may_ask_internal, 'external', may_ask_external)`.as("permissions"),
    )
    .select(sql<boolean>`revoked_at is null and (expires_at is null or expires_at > now())`.as("is_active"))
    .select(
      sql<string[]>`array(
        select origin from api_key_origins
        where api_key_origins.organization_id = api_keys.organization_id and api_key_id = api_keys.id
        order by origin
      )`.as("allowed_origins"),
    )
    .where("organization_id", "=", organizationId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc");
}
