import type { Context } from "../../context.ts";
import { sql } from "kysely";
import type { Audience } from "../../../contract/common.ts";
import {
  QuestionChannel,
  type UnansweredDismiss,
  type UnansweredGroup,
} from "../../../contract/curated-answers.ts";
import { dayMs } from "../../../contract/limits.ts";
import { equals, withTenant, now, type Transaction, type Key } from "../../database/database.ts";
import { upsertRow } from "../../database/rows.ts";
import { badRequest } from "../../errors.ts";
import {
  groupQuestions,
  groupThreshold,
  type AskedQuestion,
  type QuestionGroup,
} from "../../answering/curated/group-questions.ts";
import { certaintyOf, describeQuestion } from "../../answering/curated/similarity.ts";
import type { Collection } from "../../retrieval/passage.ts";
import type { GuidanceTools } from "./curated-answers.ts";

/** Only the newest questions are grouped: at most this many, and none older than `maxAgeMs`. */
const maxQuestions = 1000;
const maxAgeMs = 90 * dayMs;
const maxGroups = 50;
const maxExamples = 10;

/**
 * Questions without an answer, grouped by similarity, most frequent first. Leaves out questions that a curated answer now
 * answers, and dismissed ones that were not asked again since.
 */
export async function listUnanswered(tools: GuidanceTools, collection: Collection) {
  const { organizationId, audience } = collection;
  const { questions, dismissed, guide } = await withTenant(tools.db, organizationId, async (trx) => ({
    questions: await readQuestions(trx, collection),
    dismissed: await readDismissed(trx, collection),
    guide: await tools.guidance.of(trx, organizationId),
  }));
  const curated = guide.curated[audience];
  const groups = await groupQuestions(questions);
  return groups
    .filter(({ question }) => curated.find(question) === null)
    .filter(
      (group) => !dismissed.some((each) => each.dismissedAt >= group.lastAskedAt && isAlike(group, each)),
    )
    .slice(0, maxGroups)
    .map((group) => toUnanswered(audience, group));
}

const isAlike = (group: QuestionGroup, { described }: { described: QuestionGroup["described"] }): boolean =>
  certaintyOf(group.described, described) >= groupThreshold;

const toUnanswered = (type: Audience, group: QuestionGroup): UnansweredGroup => ({
  type,
  question: group.question,
  count: group.count,
  channels: [...group.channels]
    .map(([channel, count]) => ({ channel: QuestionChannel.parse(channel), count }))
    .toSorted((a, b) => b.count - a.count || (a.channel < b.channel ? -1 : 1)),
  lastAskedAt: group.lastAskedAt.toISOString(),
  examples: group.wordings.filter((wording) => wording !== group.question).slice(0, maxExamples),
});

async function readQuestions(trx: Transaction, { organizationId, audience }: Collection) {
  const { rows } = await sql<AskedQuestion>`
    select m.metadata->>'asked' as question, c.channel, m.created_at as "askedAt"
    from messages m
    join conversations c on c.organization_id = m.organization_id and c.id = m.conversation_id
    where m.organization_id = ${organizationId} and m.role = 'assistant' and m.metadata->>'asked' is not null
      and m.created_at >= ${new Date(Date.now() - maxAgeMs)} and c.audience = ${audience}
    order by m.created_at desc limit ${maxQuestions}
  `.execute(trx);
  return rows;
}

/** Dismissals that are recent enough to hide a question. */
async function readDismissed(trx: Transaction, { organizationId, audience }: Collection) {
  const rows = await trx
    .selectFrom("dismissed_questions")
    .select(["question", "dismissed_at"])
    .where(equals({ organization_id: organizationId, audience }))
    .where("dismissed_at", ">=", new Date(Date.now() - maxAgeMs))
    .orderBy("dismissed_at", "desc")
    .limit(maxGroups * 4)
    .execute();
  return rows.map((row) => ({ described: describeQuestion(row.question), dismissedAt: row.dismissed_at }));
}

/** Hides the questions like this one until they are asked again. Throws no_words. */
export async function dismissUnanswered(
  trx: Transaction,
  { events }: Pick<Context, "events">,
  { organizationId, userId }: Key<"userId">,
  { type, question }: UnansweredDismiss,
): Promise<void> {
  const { key } = describeQuestion(question);
  if (key === "") throw badRequest("no_words", "Write the question in words.");
  const same = { organization_id: organizationId, audience: type, question_key: key };
  const dismissed = { question, dismissed_by: userId, dismissed_at: now };
  await upsertRow(trx, "dismissed_questions", same, dismissed);
  await events.publish(trx, organizationId, { type: "guidance.updated", id: organizationId });
}
