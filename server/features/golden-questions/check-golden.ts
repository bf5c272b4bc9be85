import type { VersionDifference } from "../../../contract/golden-questions.ts";
import { askGoldenLater } from "../../answering/guidance/ask-golden-later.ts";
import type { Context } from "../../context.ts";
import { isAccepted } from "../../ingestion/upload/store-check.ts";
import type { CheckedGolden, CheckedVersion, VersionCheck } from "../../ingestion/upload/version-check.ts";
import type { IndexRequest } from "../../ingestion/index/index-version.ts";
import {
  answeredBy,
  askLive,
  askWithVersion,
  inWords,
  modelIsAway,
  readsTheSame,
  type AskTools,
  type FoundAnswer,
} from "./ask.ts";
import { meets, toCompared } from "./expectation.ts";
import { type StoredGolden, readGolden } from "./golden-rows.ts";
import { withTenant } from "../../database/database.ts";
import { findRow, rowId } from "../../database/rows.ts";
import { isRehearsing, rehearse } from "./rehearse.ts";

/** How long a language model is asked about a version: longer, and its job would expire and start over for ever. */
const defaultModelMs = 300_000;

/**
 * Asks the golden questions of what is live and of the version. A language model is asked only where the version
 * changes what it would read, and until `lateAt`; then quotes are compared. Null where the version would not go live.
 */
export async function checkGolden(
  tools: AskTools,
  version: IndexRequest,
  questions: readonly StoredGolden[],
  { signal, lateAt }: { signal: AbortSignal | undefined; lateAt: number },
) {
  const asked = questions.map(({ question }) => question);
  const now = await askLive(tools, version, asked);
  const then = await askWithVersion(tools, version, asked);
  if (then === null) return null;
  const golden: CheckedGolden[] = [];
  const broken: VersionDifference[] = [];
  for (const [at, question] of questions.entries()) {
    const [before, after] = [now[at], then[at]];
    if (before === undefined || after === undefined) throw new Error("a question was not asked");
    if (readsTheSame(before, after) && question.result !== null) continue;
    signal?.throwIfAborted();
    const isLate = Date.now() >= lateAt;
    const asking = isLate ? { ...tools, modelAnswers: undefined } : tools;
    const compared = await compare(asking, question, { before, after, isLate });
    golden.push(compared.result);
    if (compared.broken !== null) broken.push(compared.broken);
  }
  return { golden, broken };
}

/** What came of a question, and how the version breaks it; null: it doesn't. */
async function compare(
  tools: AskTools,
  golden: StoredGolden,
  found: { before: FoundAnswer; after: FoundAnswer; isLate: boolean },
) {
  const { question, mustHold, result: known } = golden;
  const after = await inWords(tools, found.after);
  const holds = meets(after, golden);
  const result = { ...golden, holds, answer: after.content, answeredBy: answeredBy(tools, after) };
  // The same passages are no reason why it should not hold any more.
  if (holds || readsTheSame(found.before, found.after)) return { result, broken: null };
  // Quotes in a model's place are compared with quotes.
  const isAway = found.isLate || modelIsAway(after);
  const before = isAway
    ? found.before.answer
    : known === null
      ? await inWords(tools, found.before)
      : { ...found.before.answer, answered: true, content: known.answer };
  const held = isAway || known === null ? meets(before, golden) : known.holds;
  if (!held) return { result, broken: null };
  const compared = { before: toCompared(before), after: toCompared(after) };
  return { result, broken: { kind: "golden" as const, question, mustHold: [...mustHold], ...compared } };
}

/** Asks a version golden questions, and where the organization wants it real ones, before it goes live. */
export function versionCheck(
  tools: AskTools & Pick<Context, "jobs">,
  { modelMs = defaultModelMs }: { modelMs?: number } = {},
): VersionCheck {
  return {
    askAgain: (trx, organizationId) => askGoldenLater(trx, tools.jobs, organizationId),
    async check(version, signal) {
      const lateAt = Date.now() + modelMs;
      const wanted = await findWanted(tools, version);
      if (wanted === null) return null;
      const { questions, isRehearsed } = wanted;
      const golden = await checkGolden(tools, version, questions, { signal, lateAt });
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
    if (await isAccepted(trx, { organizationId, versionId })) return null;
    // Without a version before there are no answers that a new one could change.
    const document = await findRow(trx, "documents", rowId(organizationId, documentId), [
      "answering_version_id",
    ]);
    const isRehearsed = rehearses && document !== undefined && document.answering_version_id !== null;
    return questions.length === 0 && !isRehearsed ? null : { questions, isRehearsed };
  });
}
