import {
  maxGoldenQuestions,
  GoldenQuestion,
  type GoldenQuestionChange,
  type GoldenQuestionCreate,
} from "../../../contract/golden-questions.ts";
import { describeQuestion } from "../../answering/curated/similarity.ts";
import type { Context } from "../../context.ts";
import {
  forAllTenants,
  rowWithId,
  violates,
  now,
  type Key,
  type Transaction,
} from "../../database/database.ts";
import { countRows, deleteRows, rowId, fromRow } from "../../database/rows.ts";
import { badRequest, conflict, notFound } from "../../errors.ts";
import { cursorOfPosition, parsePosition, toPage, type Page } from "../../paging.ts";
import type { Audience, AudiencePaging } from "../../../contract/common.ts";
import type { AskedGolden } from "../../ingestion/versions/version-check.ts";

type GoldenTools = Pick<Context, "events" | "jobs">;

/** A page of golden questions, newest first. */
export async function listGolden(
  trx: Transaction,
  organizationId: string,
  { type, limit, cursor }: AudiencePaging,
): Promise<Page<GoldenQuestion>> {
  const before = parsePosition(cursor);
  let query = selectGolden(trx, organizationId)
    .orderBy("position", "desc")
    .limit(limit + 1);
  if (type !== undefined) query = query.where("audience", "=", type);
  if (before !== undefined) query = query.where("position", "<", before);
  return toPage(await query.execute(), limit, cursorOfPosition, toGolden);
}

/** Has it asked right away, in the background. Throws already_golden, no_words or too_many_golden_questions. */
export async function createGolden(
  trx: Transaction,
  tools: GoldenTools,
  { organizationId, userId }: Key<"userId">,
  { type, ...change }: GoldenQuestionCreate,
): Promise<GoldenQuestion> {
  if ((await countRows(trx, "golden_questions", { organization_id: organizationId })) >= maxGoldenQuestions) {
    throw conflict(
      "too_many_golden_questions",
      `You have reached the limit of ${maxGoldenQuestions} golden questions. Delete some first.`,
    );
  }
  const written = trx
    .insertInto("golden_questions")
    .values({ organization_id: organizationId, audience: type, created_by: userId, ...toColumns(change) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return saveAndAsk(trx, tools, written);
}

/** Clears its earlier result. Throws not_found, already_golden or no_words. */
export async function changeGolden(
  trx: Transaction,
  tools: GoldenTools,
  { organizationId, goldenQuestionId }: Key<"goldenQuestionId">,
  change: GoldenQuestionChange,
): Promise<GoldenQuestion> {
  const noResult = { holds: null, answer: null, answered_by: null, checked_at: null };
  const written = trx
    .updateTable("golden_questions")
    .set({ ...toColumns(change), ...noResult, updated_at: new Date() })
    .where(rowWithId(organizationId, goldenQuestionId))
    .returningAll()
    .executeTakeFirstOrThrow(() => notFound("golden question"));
  return saveAndAsk(trx, tools, written);
}

/** Throws not_found. */
export async function deleteGolden(
  trx: Transaction,
  { events }: Pick<Context, "events">,
  { organizationId, goldenQuestionId }: Key<"goldenQuestionId">,
): Promise<void> {
  if (!(await deleteRows(trx, "golden_questions", rowId(organizationId, goldenQuestionId))))
    throw notFound("golden question");
  await events.publish(trx, organizationId, { type: "golden.updated", id: goldenQuestionId });
}

/** Has golden questions asked again, in the background, if another language model answered them last. */
export async function askAfterModelChange({ db, jobs, config }: Pick<Context, "db" | "jobs" | "config">) {
  const current = ["curated", config.llm?.model ?? "extractive"];
  const since = new Date().toISOString();
  await forAllTenants(db, async (trx) => {
    const stale = await trx
      .selectFrom("golden_questions")
      .select("organization_id")
      .distinct()
      .where("answered_by", "not in", current)
      .execute();
    for (const { organization_id: organizationId } of stale)
      await jobs.enqueue(trx, "golden.ask", { organizationId, since });
  });
}

/** Waits until a question is written, and has it asked in the background. Throws already_golden. */
async function saveAndAsk(trx: Transaction, { events, jobs }: GoldenTools, written: Promise<GoldenRow>) {
  const row = await written.catch((error: unknown) => {
    throw violates(error, "golden_questions_organization_id_audience_question_key_key")
      ? conflict("already_golden", "This question is already a golden question. Edit that one instead.")
      : error;
  });
  const { id, organization_id: organizationId } = row;
  await events.publish(trx, organizationId, { type: "golden.updated", id });
  // Asks only questions without a result, such as this one: no result is older than 1970.
  await jobs.enqueue(trx, "golden.ask", { organizationId, since: new Date(0).toISOString() });
  return toGolden(row);
}

function toColumns({ question, mustHold, mustNotHold }: GoldenQuestionChange) {
  const { key } = describeQuestion(question);
  if (key === "") throw badRequest("no_words", "Write the question in words.");
  return { question, question_key: key, must_hold: mustHold, must_not_hold: mustNotHold };
}

export type StoredGolden = AskedGolden & Pick<GoldenQuestion, "type" | "result">;

/** Golden questions of one organization, with the columns that `toGolden` needs. */
function selectGolden(trx: Transaction, organizationId: string) {
  return trx.selectFrom("golden_questions").selectAll().where("organization_id", "=", organizationId);
}

type GoldenRow = Awaited<ReturnType<ReturnType<typeof selectGolden>["execute"]>>[number];

function toGolden({ holds, answer, answered_by, checked_at, ...row }: GoldenRow): GoldenQuestion {
  const isAsked = holds !== null && checked_at !== null;
  const answeredBy = answered_by ?? "extractive";
  const result = isAsked
    ? { holds, answer: answer ?? "", answeredBy, checkedAt: checked_at.toISOString() }
    : null;
  return fromRow(GoldenQuestion, { ...row, type: row.audience, result });
}

export async function readGolden(trx: Transaction, organizationId: string, audience?: Audience) {
  let query = selectGolden(trx, organizationId).select(now.as("read_at"));
  if (audience !== undefined) query = query.where("audience", "=", audience);
  const rows = await query.orderBy("position").execute();
  return rows.map((row): StoredGolden => ({ ...toGolden(row), readAt: row.read_at }));
}
