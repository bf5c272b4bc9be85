import type { RowId } from "./passage-rows.ts";
import type { RetrievedTable } from "./retrieved-table.ts";

/** What the ranking of all units of the passages says of one: its share of belief, and what it looked at. */
export interface BelievedUnit {
  unit: { row: RowId | null };
  probability: number;
  features: Float64Array;
}

/** How likely the ranking of the units finds the rows of a table to be the answer. */
export interface RowBeliefs {
  /** By the row's place; none of what no passage shows. */
  rows: ReadonlyMap<number, { belief: number; features: Float64Array }>;
  /** Of all its rows together. */
  table: number;
  /** Of the best unit, whatever it is. */
  best: number;
}

/** What the ranked units, best first, say of each table's rows. */
export function rowBeliefs(ranked: readonly BelievedUnit[]): (table: RetrievedTable) => RowBeliefs {
  const byTable = new Map<string, Map<number, { belief: number; features: Float64Array }>>();
  for (const { unit, probability, features } of ranked) {
    if (unit.row === null) continue;
    const { at } = unit.row;
    const rows =
      byTable.get(keyOf(unit.row)) ?? new Map<number, { belief: number; features: Float64Array }>();
    byTable.set(keyOf(unit.row), rows);
    const known = rows.get(at);
    if (known === undefined) rows.set(at, { belief: probability, features });
    else known.belief += probability;
  }
  const best = ranked[0]?.probability ?? 1;
  return (table) => {
    const rows: RowBeliefs["rows"] = byTable.get(keyOf(table)) ?? new Map();
    return { rows, table: [...rows.values()].reduce((sum, { belief }) => sum + belief, 0), best };
  };
}

const keyOf = ({ versionId, number }: Pick<RowId, "versionId" | "number">): string =>
  `${versionId}/${String(number)}`;

/** Beliefs span many powers of ten: a ten-thousandth of the best is as good as nothing. */
const maxLog = 10;

function logShare(belief: number, best: number): number {
  return Math.min(1, Math.max(0, 1 + Math.log(Math.max(belief, 1e-9) / best) / maxLog));
}

/** What is believed of some rows of a table together. */
export function beliefEvidence({ rows, table, best }: RowBeliefs, chosen: readonly number[]) {
  const beliefs = chosen.map((at) => rows.get(at)?.belief ?? 0);
  const max = Math.max(0, ...beliefs);
  return {
    rowBelief: beliefs.reduce((sum, each) => sum + each, 0),
    rowBeliefLog: logShare(max, best),
    tableBelief: table,
    tableBeliefLog: logShare(table, best),
    isBestUnit: max >= best ? 1 : 0,
  };
}
