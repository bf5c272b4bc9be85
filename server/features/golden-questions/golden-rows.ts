import { Audience } from "../../../contract/common.ts";
import type { GoldenQuestion } from "../../../contract/golden-questions.ts";
import type { Transaction } from "../../database/database.ts";

/** A golden question as it is asked. */
export type StoredGolden = Pick<
  GoldenQuestion,
  "id" | "type" | "question" | "mustHold" | "mustNotHold" | "result"
>;

/** The columns that `toGolden` makes a golden question of. */
export function selectGolden(trx: Transaction, organizationId: string) {
  return trx.selectFrom("golden_questions").selectAll().where("organization_id", "=", organizationId);
}

export type GoldenRow = Awaited<ReturnType<ReturnType<typeof selectGolden>["execute"]>>[number];

export function toGolden(row: GoldenRow): GoldenQuestion {
  const { holds, answer, answered_by: answeredBy, checked_at: checkedAt } = row;
  return {
    id: row.id,
    type: Audience.parse(row.audience),
    question: row.question,
    mustHold: row.must_hold,
    mustNotHold: row.must_not_hold,
    result:
      holds === null || checkedAt === null
        ? null
        : {
            holds,
            answer: answer ?? "",
            answeredBy: answeredBy ?? "extractive",
            checkedAt: checkedAt.toISOString(),
          },
    createdAt: row.created_at.toISOString(),
  };
}

/** All golden questions of an audience, or of both. */
export async function readGolden(trx: Transaction, organizationId: string, audience?: Audience) {
  let query = selectGolden(trx, organizationId);
  if (audience !== undefined) query = query.where("audience", "=", audience);
  return (await query.orderBy("position").execute()).map(toGolden);
}
