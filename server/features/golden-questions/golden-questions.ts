import type { z } from "zod";
import {
  maxGoldenQuestions,
  type GoldenQuestion,
  type GoldenQuestionChange,
  type GoldenQuestionCreate,
  type GoldenQuestionQuery,
} from "../../../contract/golden-questions.ts";
import { describeQuestion } from "../../answering/curated/likeness.ts";
import type { Context } from "../../context.ts";
import {
  forAllTenants,
  isRow,
  violates,
  withTenant,
  type Transaction,
  type Key,
} from "../../database/database.ts";
import { badRequest, conflict, notFound } from "../../errors.ts";
import { parsePosition, toPage, type Page } from "../../paging.ts";
import { selectGolden, toGolden } from "./golden-rows.ts";

export type GoldenTools = Pick<Context, "db" | "events" | "jobs">;

export type GoldenKey = Key<"goldenQuestionId">;

/** Newest first, with the cursor of the page after; null at the end. */
export async function listGolden(
  trx: Transaction,
  organizationId: string,
  { type, limit, cursor }: z.infer<typeof GoldenQuestionQuery>,
): Promise<Page<GoldenQuestion>> {
  const before = parsePosition(cursor);
  let query = selectGolden(trx, organizationId);
  if (type !== undefined) query = query.where("audience", "=", type);
  if (before !== undefined) query = query.where("position", "<", before);
  const rows = await query
    .orderBy("position", "desc")
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, ({ position }) => String(position), toGolden);
}

/** It is asked at once, in the background. Throws already_golden, no_words or too_many_golden_questions. */
export async function createGolden(
  tools: GoldenTools,
  organizationId: string,
  { type, ...change }: GoldenQuestionCreate,
  userId: string,
): Promise<GoldenQuestion> {
  return writeGolden(tools, organizationId, async (trx) => {
    const { count } = await trx
      .selectFrom("golden_questions")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("organization_id", "=", organizationId)
      .executeTakeFirstOrThrow();
    if (count >= maxGoldenQuestions) {
      throw conflict(
        "too_many_golden_questions",
        `You have reached the limit of ${maxGoldenQuestions} golden questions. Delete some first.`,
      );
    }
    const { id } = await trx
      .insertInto("golden_questions")
      .values({ organization_id: organizationId, audience: type, created_by: userId, ...toColumns(change) })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** What came of asking it before is forgotten. Throws not_found, already_golden or no_words. */
export async function changeGolden(
  tools: GoldenTools,
  { organizationId, goldenQuestionId }: GoldenKey,
  change: GoldenQuestionChange,
): Promise<GoldenQuestion> {
  return writeGolden(tools, organizationId, async (trx) => {
    const forgotten = { holds: null, answer: null, answered_by: null, checked_at: null };
    const row = await trx
      .updateTable("golden_questions")
      .set({ ...toColumns(change), ...forgotten, updated_at: new Date() })
      .where(isRow(organizationId, goldenQuestionId))
      .returning("id")
      .executeTakeFirstOrThrow(() => notFound("golden question"));
    return row.id;
  });
}

/** Throws not_found. */
export async function deleteGolden(
  trx: Transaction,
  { events }: Pick<Context, "events">,
  { organizationId, goldenQuestionId }: GoldenKey,
): Promise<void> {
  const deleted = await trx
    .deleteFrom("golden_questions")
    .where(isRow(organizationId, goldenQuestionId))
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) throw notFound("golden question");
  await events.publish(trx, organizationId, { type: "golden.updated", id: goldenQuestionId });
}

/** Asks those golden questions again, in the background, that the present language model has not answered. */
export async function askAfterModelChange({ db, jobs, config }: Pick<Context, "db" | "jobs" | "config">) {
  const present = ["curated", config.llm?.model ?? "extractive"];
  const since = new Date().toISOString();
  await forAllTenants(db, async (trx) => {
    const stale = await trx
      .selectFrom("golden_questions")
      .select("organization_id")
      .distinct()
      .where("answered_by", "not in", present)
      .execute();
    for (const { organization_id: organizationId } of stale)
      await jobs.enqueue(trx, "golden.ask", { organizationId, since });
  });
}

async function writeGolden(
  { db, events, jobs }: GoldenTools,
  organizationId: string,
  write: (trx: Transaction) => Promise<string>,
): Promise<GoldenQuestion> {
  return withTenant(db, organizationId, async (trx) => {
    const id = await write(trx);
    await events.publish(trx, organizationId, { type: "golden.updated", id });
    // Those that were asked before stand: only what is new has no result.
    await jobs.enqueue(trx, "golden.ask", { organizationId, since: new Date(0).toISOString() });
    return toGolden(await selectGolden(trx, organizationId).where("id", "=", id).executeTakeFirstOrThrow());
  }).catch((error: unknown) => {
    throw violates(error, "golden_questions_organization_id_audience_question_key_key")
      ? conflict("already_golden", "This question is a golden question already. Edit that one instead.")
      : error;
  });
}

function toColumns({ question, mustHold, mustNotHold }: GoldenQuestionChange) {
  const { key } = describeQuestion(question);
  if (key === "") throw badRequest("no_words", "Write the question in words.");
  return { question, question_key: key, must_hold: mustHold, must_not_hold: mustNotHold };
}
