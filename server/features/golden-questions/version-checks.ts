import { VersionCheck } from "../../../contract/golden-questions.ts";
import type { Context } from "../../context.ts";
import { equals, inTenant, rowWithId, type Transaction, type Key } from "../../database/database.ts";
import { fromRow } from "../../database/rows.ts";
import { notFound } from "../../errors.ts";

const maxChecks = 50;

/** The versions that wait to be accepted, newest first. Versions with a newer one after them are left out. */
export async function listHeldVersions(trx: Transaction, organizationId: string) {
  const rows = await trx
    .selectFrom("version_checks as c")
    .innerJoin("document_versions as v", inTenant("v.id", "c.version_id"))
    .innerJoin("documents as d", inTenant("d.id", "v.document_id"))
    .selectAll("c")
    .select(["v.document_id", "v.version", "d.name as document_name", "d.audience as type"])
    .where("c.organization_id", "=", organizationId)
    .where("c.held_at", "is not", null)
    .whereRef("v.version", "=", "d.newest_version")
    .orderBy("c.held_at", "desc")
    .limit(maxChecks)
    .execute();
  return rows.map((row) => fromRow(VersionCheck, { ...row, held: true }));
}

/** Accepts a held version: it is processed again and goes live without being checked. Throws not_found. */
export async function acceptVersion(
  trx: Transaction,
  { events, jobs }: Pick<Context, "events" | "jobs">,
  { organizationId, versionId, userId }: Key<"versionId" | "userId">,
): Promise<void> {
  const version = await trx
    .updateTable("document_versions")
    .set({ status: "processing", finished_at: null })
    .where(rowWithId(organizationId, versionId))
    .where("status", "=", "completed")
    .returning("document_id")
    .executeTakeFirst();
  const accepted = await trx
    .updateTable("version_checks")
    .set({ held_at: null, accepted_at: new Date(), accepted_by: userId })
    .where(equals({ organization_id: organizationId, version_id: versionId }))
    .where("held_at", "is not", null)
    .returning("version_id")
    .executeTakeFirst();
  if (version === undefined || accepted === undefined) throw notFound("version");
  const { document_id: documentId } = version;
  await jobs.enqueue(trx, "document.process", { organizationId, documentId, versionId });
  await events.publish(trx, organizationId, { type: "document.updated", id: documentId });
  await events.publish(trx, organizationId, { type: "golden.updated", id: versionId });
}
