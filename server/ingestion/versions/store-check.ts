import { sql } from "kysely";
import { rowWithId, type Key, type Transaction } from "../../database/database.ts";
import { findRow, upsertRow } from "../../database/rows.ts";
import { isHeld, type CheckedGolden, type CheckedVersion } from "./version-check.ts";

/**
 * Stores the results of a version check, in the transaction that completes the version. Returns false if a golden
 * question was changed or asked since, so that it has to be asked again.
 */
export async function storeCheck(trx: Transaction, key: Key<"versionId">, checked: CheckedVersion) {
  const { organizationId, versionId } = key;
  const { goldenAsked, goldenBroken, rehearsalAsked, rehearsalChanged, differences, golden } = checked;
  const isVersionHeld = isHeld(checked);
  const columns = {
    golden_asked: goldenAsked,
    golden_broken: goldenBroken,
    rehearsal_asked: rehearsalAsked,
    rehearsal_changed: rehearsalChanged,
    differences: JSON.stringify(differences),
    held_at: isVersionHeld ? new Date() : null,
    checked_at: new Date(),
    accepted_at: null,
    accepted_by: null,
  };
  const version = { organization_id: organizationId, version_id: versionId };
  await upsertRow(trx, "version_checks", version, columns);
  // A held version does not change any answers.
  if (isVersionHeld) return true;
  let isStored = true;
  for (const each of golden) isStored = (await storeGolden(trx, organizationId, each)) && isStored;
  return isStored;
}

/** Whether a member has accepted a version that was held, so that it goes live. */
export async function isAccepted(trx: Transaction, { organizationId, versionId }: Key<"versionId">) {
  const values = { organization_id: organizationId, version_id: versionId };
  const check = await findRow(trx, "version_checks", values, ["accepted_at"]);
  return check !== undefined && check.accepted_at !== null;
}

/** Stores the result of asking a golden question. Returns false if the question was changed or asked since. */
export async function storeGolden(
  trx: Transaction,
  organizationId: string,
  { id, question, mustHold, mustNotHold, readAt, holds, answer, answeredBy }: CheckedGolden,
): Promise<boolean> {
  const stored = await trx
    .updateTable("golden_questions")
    .set({ holds, answer, answered_by: answeredBy, checked_at: readAt })
    .where(rowWithId(organizationId, id))
    .where("question", "=", question)
    .where(sql<boolean>`must_hold = ${mustHold}::text[] and must_not_hold = ${mustNotHold}::text[]`)
    .where(sql<boolean>`coalesce(checked_at <= ${readAt}, true)`)
    .returning("id")
    .executeTakeFirst();
  return stored !== undefined;
}
