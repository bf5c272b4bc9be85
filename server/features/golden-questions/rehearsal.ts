import { sql } from "kysely";
import type { Rehearsal, VersionDifference } from "../../../contract/golden-questions.ts";
import { dayMs } from "../../../contract/limits.ts";
import { describeQuestion } from "../../answering/curated/similarity.ts";
import { withTenant, type Key, type Transaction } from "../../database/database.ts";
import { findRow, upsertRow } from "../../database/rows.ts";
import type { IndexRequest } from "../../ingestion/index/index-version.ts";
import { dependsOnEarlierMessages } from "../../language/follow-up.ts";
import { understandQuery } from "../../language/understand-query.ts";
import type { Collection } from "../../retrieval/passage.ts";
import { askBoth, type AskTools } from "./ask.ts";
import { isSameAnswer, toCompared } from "./expectation.ts";

/** The maximum number of recent questions that a version is asked, and their maximum age. */
const maxQuestions = 300;
const maxAgeMs = 90 * dayMs;
/** Distinct questions are picked from this many newest messages. */
const maxMessages = 3_000;
const maxRehearsedLength = 600;

/** Whether the organization has switched rehearsals on. */
export async function readRehearsal(trx: Transaction, organizationId: string): Promise<Rehearsal> {
  const organization = { organization_id: organizationId };
  return (await findRow(trx, "rehearsal_settings", organization, ["enabled"])) ?? { enabled: false };
}

export async function changeRehearsal(
  trx: Transaction,
  { organizationId, userId }: Key<"userId">,
  { enabled }: Rehearsal,
): Promise<Rehearsal> {
  const columns = { enabled, updated_by: userId, updated_at: new Date() };
  await upsertRow(trx, "rehearsal_settings", { organization_id: organizationId }, columns);
  return { enabled };
}

/**
 * Asks recent questions with the live versions and with the new one. Does not use a language model, since 600 answers for
 * every upload would use up a month's budget. Returns null if the version would not go live.
 */
export async function rehearse(tools: AskTools, version: IndexRequest) {
  const extractive = { ...tools, modelAnswers: undefined };
  const questions = await withTenant(tools.db, version.organizationId, (trx) =>
    readRecentQuestions(trx, version),
  );
  const answers = await askBoth(extractive, version, questions);
  if (answers === null) return null;
  const changed = answers
    .filter(({ before, after }) => !isSameAnswer(before.answer, after.answer))
    .map(({ before, after }): VersionDifference => {
      const compared = { before: toCompared(before.answer), after: toCompared(after.answer) };
      return { kind: "rehearsal", question: after.asked.question, mustHold: [], ...compared };
    });
  return { asked: questions.length, changed };
}

/** Distinct questions of this audience that can be understood without earlier messages, newest first. */
async function readRecentQuestions(trx: Transaction, { organizationId, audience }: Collection) {
  const { rows } = await sql<{ content: string }>`
    select m.content
    from messages m
    join conversations c on c.organization_id = m.organization_id and c.id = m.conversation_id
    where m.organization_id = ${organizationId} and m.role = 'user' and c.audience = ${audience}
      and m.created_at >= ${new Date(Date.now() - maxAgeMs)}
    order by m.created_at desc limit ${maxMessages}
  `.execute(trx);
  const questions = new Map<string, { question: string }>();
  for (const { content } of rows) {
    if (questions.size >= maxQuestions) break;
    const { question, smallTalk, intent } = understandQuery(content);
    if (smallTalk !== null || intent !== null || question.length > maxRehearsedLength) continue;
    const { key } = describeQuestion(question);
    if (key !== "" && !questions.has(key) && !dependsOnEarlierMessages(question))
      questions.set(key, { question });
  }
  return [...questions.values()];
}
