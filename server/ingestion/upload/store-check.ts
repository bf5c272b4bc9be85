import { sql } from "kysely";
import { equals, isRow, type Key, type Transaction } from "../../database/database.ts";
import { isHeld, type CheckedGolden, type CheckedVersion } from "./version-check.ts";

/** Stores the results of a version check, in the transaction that completes the version. */
export async function storeCheck(
  trx: Transaction,
  { organizationId, versionId }: Key<"versionId">,
  checked: CheckedVersion,
): Promise<void> {
  const { goldenAsked, goldenBroken, rehearsalAsked, rehearsalChanged, differences, golden } = checked;
  const held = isHeld(checked);
  const columns = {
    golden_asked: goldenAsked,
    golden_broken: goldenBroken,
    rehearsal_asked: rehearsalAsked,
    rehearsal_changed: rehearsalChanged,
    differences: JSON.stringify(differences),
    held_at: held ? new Date() : null,
  };
  await trx
    .insertInto("version_checks")
    .values({ organization_id: organizationId, version_id: versionId, ...columns })
    .onConflict((again) =>
      again
        .columns(["organization_id", "version_id"])
        .doUpdateSet({ ...columns, checked_at: new Date(), accepted_at: null, accepted_by: null }),
    )
    .execute();
  // A held version does not change any answers.
  if (held) return;
  for (const each of golden) await storeGolden(trx, organizationId, each);
}

/** Whether a member has let a version go live that was held. */
export async function isAccepted(trx: Transaction, { organizationId, versionId }: Key<"versionId">) {
  const accepted = await trx
    .selectFrom("version_checks")
    .select("accepted_at")
    .where(equals({ organization_id: organizationId, version_id: versionId }))
    .where("accepted_at", "is not", null)
    .executeTakeFirst();
  return accepted !== undefined;
}

/** The result of asking a golden question. */
export async function storeGolden(
  trx: Transaction,
  organizationId: string,
  { id, question, holds, answer, answeredBy }: CheckedGolden,
): Promise<void> {
  await trx
    .updateTable("golden_questions")
    .set({ holds, answer, answered_by: answeredBy, checked_at: sql`now()` })
    .where(isRow(organizationId, id))
    .where("question", "=", question)
    .execute();
}
