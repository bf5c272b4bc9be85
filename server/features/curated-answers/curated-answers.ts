import { sql } from "kysely";
import type { AudiencePaging } from "../../../contract/common.ts";
import {
  CuratedAnswer,
  maxCuratedAnswers,
  type CuratedAnswerChange,
  type CuratedAnswerCreate,
} from "../../../contract/curated-answers.ts";
import { changeGuidance } from "../../answering/guidance/guidance.ts";
import { violates, type Transaction, type Key } from "../../database/database.ts";
import { countRows, deleteRows, fromRow, insertRow, rowId, updateRows } from "../../database/rows.ts";
import type { Context } from "../../context.ts";
import { badRequest, conflict, notFound } from "../../errors.ts";
import { cursorOfPosition, parsePosition, toPage, type Page } from "../../paging.ts";
import { describeQuestion } from "../../answering/curated/similarity.ts";

export type GuidanceTools = Pick<Context, "db" | "events" | "guidance" | "jobs">;

/** A page of curated answers, newest first. */
export async function listCuratedAnswers(
  trx: Transaction,
  organizationId: string,
  { type, limit, cursor }: AudiencePaging,
): Promise<Page<CuratedAnswer>> {
  const before = parsePosition(cursor);
  let query = select(trx, organizationId)
    .orderBy("position", "desc")
    .limit(limit + 1);
  if (type !== undefined) query = query.where("audience", "=", type);
  if (before !== undefined) query = query.where("position", "<", before);
  const rows = await query.execute();
  return toPage(rows, limit, cursorOfPosition, (row) => fromRow(CuratedAnswer, row));
}

/** Throws already_answered, no_words or too_many_answers. */
export async function createCuratedAnswer(
  tools: GuidanceTools,
  { organizationId, userId }: Key<"userId">,
  { type, ...change }: CuratedAnswerCreate,
): Promise<CuratedAnswer> {
  return writeAnswer(tools, organizationId, async (trx) => {
    if ((await countRows(trx, "curated_answers", { organization_id: organizationId })) >= maxCuratedAnswers) {
      throw conflict(
        "too_many_answers",
        `You have reached the limit of ${maxCuratedAnswers} curated answers. Delete outdated ones first.`,
      );
    }
    return insertRow(trx, "curated_answers", {
      organization_id: organizationId,
      audience: type,
      ...toColumns(change),
      created_by: userId,
      updated_by: userId,
    });
  });
}

/** Throws not_found, already_answered or no_words. */
export async function changeCuratedAnswer(
  tools: GuidanceTools,
  { organizationId, curatedAnswerId, userId }: Key<"curatedAnswerId" | "userId">,
  change: CuratedAnswerChange,
): Promise<CuratedAnswer> {
  return writeAnswer(tools, organizationId, async (trx) => {
    const columns = { ...toColumns(change), updated_by: userId, updated_at: new Date() };
    if (!(await updateRows(trx, "curated_answers", rowId(organizationId, curatedAnswerId), columns)))
      throw notFound("answer");
    return curatedAnswerId;
  });
}

/** Throws not_found. */
export async function deleteCuratedAnswer(
  tools: GuidanceTools,
  { organizationId, curatedAnswerId }: Key<"curatedAnswerId">,
): Promise<void> {
  await changeGuidance(tools, organizationId, async (trx) => {
    if (!(await deleteRows(trx, "curated_answers", rowId(organizationId, curatedAnswerId))))
      throw notFound("answer");
    return { id: curatedAnswerId };
  });
}

/** Writes one answer, and returns it as it is stored. Throws already_answered. */
async function writeAnswer(
  tools: GuidanceTools,
  organizationId: string,
  write: (trx: Transaction) => Promise<string>,
): Promise<CuratedAnswer> {
  return changeGuidance(tools, organizationId, async (trx) => {
    const id = await write(trx);
    const row = await select(trx, organizationId).where("id", "=", id).executeTakeFirstOrThrow();
    return fromRow(CuratedAnswer, row);
  }).catch((error: unknown) => {
    throw violates(error, "curated_answers_organization_id_audience_question_key_key")
      ? conflict("already_answered", "This question already has a curated answer. Edit that one instead.")
      : error;
  });
}

function toColumns({ question, wordings, answer }: CuratedAnswerChange) {
  const key = describeQuestion(question).key;
  if (key === "") throw badRequest("no_words", "Write the question in words.");
  const others = [...new Set(wordings)].filter((wording) => describeQuestion(wording).key !== key);
  return { question, question_key: key, wordings: others, answer };
}

const select = (trx: Transaction, organizationId: string) =>
  trx
    .selectFrom("curated_answers")
    .select(["id", "position", "audience as type", "question", "wordings", "answer"])
    .select(["created_at", authorIn("created_by"), "updated_at", authorIn("updated_by")])
    .where("organization_id", "=", organizationId);

/** The author whose id a column has; null when they have no account any more. */
const authorIn = <Column extends "created_by" | "updated_by">(column: Column) =>
  sql<CuratedAnswer["createdBy"]>`(
    select json_build_object('firstName', first_name, 'email', email) from users where id = ${sql.ref(column)}
  )`.as(column);
