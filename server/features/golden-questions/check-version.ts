import { isRow, withTenant } from "../../database/database.ts";
import type { IndexRequest } from "../../ingestion/index/index-version.ts";
import type { CheckedVersion, VersionCheck } from "../../ingestion/upload/version-check.ts";
import type { AskTools } from "./ask.ts";
import { checkGolden } from "./check-golden.ts";
import { readGolden } from "./golden-rows.ts";
import { isRehearsing, rehearse } from "./rehearse.ts";

/** Asks a version golden questions, and where the organization wants it real ones, before it goes live. */
export function versionCheck(tools: AskTools): VersionCheck {
  return {
    async check(version) {
      const wanted = await findWanted(tools, version);
      if (wanted === null) return null;
      const { questions, isRehearsed } = wanted;
      const golden = await checkGolden(tools, version, questions);
      const rehearsal = isRehearsed ? await rehearse(tools, version) : { asked: 0, changed: [] };
      if (golden === null || rehearsal === null) return null;
      return {
        goldenAsked: questions.length,
        goldenBroken: golden.broken.length,
        rehearsalAsked: rehearsal.asked,
        rehearsalChanged: rehearsal.changed.length,
        differences: [...golden.broken, ...rehearsal.changed],
        golden: golden.golden,
      } satisfies CheckedVersion;
    },
  };
}

/** What is to be asked of the version; null: nothing. */
async function findWanted(
  { db }: AskTools,
  { organizationId, audience, documentId, versionId }: IndexRequest,
) {
  return withTenant(db, organizationId, async (trx) => {
    const questions = await readGolden(trx, organizationId, audience);
    const rehearses = await isRehearsing(trx, organizationId);
    if (questions.length === 0 && !rehearses) return null;
    const accepted = await trx
      .selectFrom("version_checks")
      .select("accepted_at")
      .where("organization_id", "=", organizationId)
      .where("version_id", "=", versionId)
      .where("accepted_at", "is not", null)
      .executeTakeFirst();
    if (accepted !== undefined) return null;
    // Without a version before there are no answers that a new one could change.
    const { answering_version_id: before } = (await trx
      .selectFrom("documents")
      .select("answering_version_id")
      .where(isRow(organizationId, documentId))
      .executeTakeFirst()) ?? { answering_version_id: null };
    const isRehearsed = rehearses && before !== null;
    return questions.length === 0 && !isRehearsed ? null : { questions, isRehearsed };
  });
}
