import { sql } from "kysely";
import type { Audience } from "../../../contract/common.ts";
import { GoldenQuestion } from "../../../contract/golden-questions.ts";
import type { Transaction } from "../../database/database.ts";
import { fromRow } from "../../database/rows.ts";
import type { AskedGolden } from "../../ingestion/versions/version-check.ts";

export type StoredGolden = AskedGolden & Pick<GoldenQuestion, "type" | "result">;

/** Golden questions of one organization, with the columns that `toGolden` needs. */
export function selectGolden(trx: Transaction, organizationId: string) {
  return trx.selectFrom("golden_questions").selectAll().where("organization_id", "=", organizationId);
}

export type GoldenRow = Awaited<ReturnType<ReturnType<typeof selectGolden>["execute"]>>[number];

export function toGolden({ holds, answer, answered_by, checked_at, ...row }: GoldenRow): GoldenQuestion {
  const isAsked = holds !== null && checked_at !== null;
  const answeredBy = answered_by ?? "extractive";
  const result = isAsked
    ? { holds, answer: answer ?? "", answeredBy, checkedAt: checked_at.toISOString() }
    : null;
  return fromRow(GoldenQuestion, { ...row, type: row.audience, result });
}

export async function readGolden(trx: Transaction, organizationId: string, audience?: Audience) {
  let query = selectGolden(trx, organizationId).select(sql<Date>`now()`.as("read_at"));
  if (audience !== undefined) query = query.where("audience", "=", audience);
  const rows = await query.orderBy("position").execute();
  return rows.map((row): StoredGolden => ({ ...toGolden(row), readAt: row.read_at }));
}
