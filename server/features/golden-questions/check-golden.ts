import type { VersionDifference } from "../../../contract/golden-questions.ts";
import { queueGoldenQuestions } from "../../answering/queue-golden-questions.ts";
import type { Context } from "../../context.ts";
import { isAccepted } from "../../ingestion/versions/store-check.ts";
import type { CheckedGolden, VersionChecker } from "../../ingestion/versions/version-check.ts";
import { otherVersions, type IndexRequest } from "../../ingestion/index/index-version.ts";
import {
  answeredBy,
  askBoth,
  writeWithModel,
  isModelUnavailable,
  hasSameMaterial,
  type AskTools,
  type AnsweredRequest,
} from "./ask.ts";
import { isAsExpected, toCompared } from "./expectation.ts";
import { type StoredGolden, readGolden } from "./golden-questions.ts";
import { withTenant } from "../../database/database.ts";
import { findRow, rowId } from "../../database/rows.ts";
import { readRehearsal, rehearse } from "./rehearsal.ts";

/** How long a language model may be used to check one version. With more, the job would expire and start over forever. */
const modelTimeoutMs = 300_000;

/**
 * Asks the golden questions with the live versions and with the new one. The language model is used only where the new
 * version changes the passages that it would read, and only until `lateAt`; after that, quotes are compared. Returns
 * null if the version would not go live.
 */
async function checkGolden(
  tools: AskTools,
  version: IndexRequest,
  questions: readonly StoredGolden[],
  { signal, lateAt }: { signal: AbortSignal | undefined; lateAt: number },
) {
  const answers = await askBoth(tools, version, questions);
  if (answers === null) return null;
  const golden: CheckedGolden[] = [];
  const broken: VersionDifference[] = [];
  for (const { before, after } of answers) {
    if (hasSameMaterial(before, after) && after.asked.result !== null) continue;
    signal?.throwIfAborted();
    const isLate = Date.now() >= lateAt;
    const asking = isLate ? { ...tools, modelAnswers: undefined } : tools;
    const compared = await compare(asking, { before, after, isLate });
    golden.push(compared.result);
    if (compared.broken !== null) broken.push(compared.broken);
  }
  return { golden, broken };
}

/** The result of a golden question, and how the version breaks it; `broken` is null if it doesn't. */
async function compare(
  tools: AskTools,
  found: { before: AnsweredRequest; after: AnsweredRequest<StoredGolden>; isLate: boolean },
) {
  const golden = found.after.asked;
  const { question, mustHold, result: known } = golden;
  const after = await writeWithModel(tools, found.after);
  const holds = isAsExpected(after, golden);
  const result = { ...golden, holds, answer: after.content, answeredBy: answeredBy(tools, after) };
  // With the same passages, a failure is not the new version's fault.
  if (holds || hasSameMaterial(found.before, found.after)) return { result, broken: null };
  // If quotes replace the model's answer, compare them with quotes.
  const isQuoted = found.isLate || isModelUnavailable(after);
  const before = isQuoted
    ? found.before.answer
    : known === null
      ? await writeWithModel(tools, found.before)
      : { ...found.before.answer, answered: true, content: known.answer };
  const held = isQuoted || known === null ? isAsExpected(before, golden) : known.holds;
  if (!held) return { result, broken: null };
  const compared = { before: toCompared(before), after: toCompared(after) };
  return { result, broken: { kind: "golden" as const, question, mustHold, ...compared } };
}

/** Asks a version the golden questions before it goes live, and recent questions if rehearsals are switched on. */
export function openVersionChecker(
  tools: AskTools & Pick<Context, "jobs">,
  { modelMs = modelTimeoutMs }: { modelMs?: number } = {},
): VersionChecker {
  return {
    askAgain: (trx, organizationId) => queueGoldenQuestions(trx, tools.jobs, organizationId),
    async check(version, signal) {
      const lateAt = Date.now() + modelMs;
      const found = await findQuestionsToAsk(tools, version);
      if (found === null) return null;
      const { questions, isRehearsed } = found;
      const golden = await checkGolden(tools, version, questions, { signal, lateAt });
      const rehearsal = isRehearsed ? await rehearse(tools, version) : { asked: 0, changed: [] };
      if (golden === null || rehearsal === null) return null;
      return {
        otherVersions: found.otherVersions,
        goldenAsked: questions.length,
        goldenBroken: golden.broken.length,
        rehearsalAsked: rehearsal.asked,
        rehearsalChanged: rehearsal.changed.length,
        differences: [...golden.broken, ...rehearsal.changed],
        golden: golden.golden,
      };
    },
  };
}

/** The questions to ask the version; null if there are none. */
async function findQuestionsToAsk({ db }: AskTools, version: IndexRequest) {
  const { organizationId, audience, documentId, versionId } = version;
  return withTenant(db, organizationId, async (trx) => {
    const questions = await readGolden(trx, organizationId, audience);
    const { enabled: rehearses } = await readRehearsal(trx, organizationId);
    if (questions.length === 0 && !rehearses) return null;
    if (await isAccepted(trx, { organizationId, versionId })) return null;
    // The first version of a document cannot change any answers.
    const document = rowId(organizationId, documentId);
    const live = await findRow(trx, "documents", document, ["answering_version_id"]);
    const isRehearsed = rehearses && live?.answering_version_id != null;
    if (questions.length === 0 && !isRehearsed) return null;
    return { questions, isRehearsed, otherVersions: await otherVersions(trx, version) };
  });
}
