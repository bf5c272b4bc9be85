import type { RowId } from "./passage-rows.ts";
import type { RetrievedTable } from "./retrieved-table.ts";

/**
 * A unit of the passages (a sentence, an item of a list, a row of a table) as the ranking of all units left it: how
 * probable it is the answer, and by which features.
 */
export interface ScoredUnit {
  /** The row of a table that the unit is, null where it is none; and its text. */
  unit: { row: RowId | null; plain: string };
  probability: number;
  features: Float64Array;
}

/** How probable a row is the answer, and the features of its most probable unit. */
interface RowProbability {
  probability: number;
  features: Float64Array;
}

/** How probable the ranking of all units finds the rows of one table. Belief is short for that probability. */
export interface RowProbabilities {
  /** By the row's place in the table; a row that no passage shows is missing. */
  rows: ReadonlyMap<number, RowProbability>;
  /** Sum over the rows. */
  table: number;
  /** Of the most probable unit of all, in this table or elsewhere. */
  best: number;
}

/** Of the ranked units, best first: a function that tells what they say of a table's rows. */
export function rowProbabilities(ranked: readonly ScoredUnit[]): (table: RetrievedTable) => RowProbabilities {
  const byTable = new Map<string, Map<number, RowProbability>>();
  for (const { unit, probability, features } of ranked) {
    if (unit.row === null) continue;
    const { at } = unit.row;
    const rows = byTable.get(keyOf(unit.row)) ?? new Map<number, RowProbability>();
    byTable.set(keyOf(unit.row), rows);
    const known = rows.get(at);
    // Passages overlap: two of them may show the same row.
    if (known === undefined) rows.set(at, { probability: probability, features });
    else known.probability += probability;
  }
  const best = ranked[0]?.probability ?? 1;
  return (table) => {
    const rows: RowProbabilities["rows"] = byTable.get(keyOf(table)) ?? new Map();
    return { rows, table: [...rows.values()].reduce((sum, { probability }) => sum + probability, 0), best };
  };
}

const keyOf = ({ versionId, number }: Pick<RowId, "versionId" | "number">): string =>
  `${versionId}/${String(number)}`;

/** Probabilities span many powers of ten; below the best by e to this power they are as good as none. */
const maxLog = 10;

/** 1 for the best's probability, falling with the logarithm to 0. */
function logShare(probability: number, best: number): number {
  return Math.min(1, Math.max(0, 1 + Math.log(Math.max(probability, 1e-9) / best) / maxLog));
}

/** The features of a candidate that stands on these rows of a table together. */
export function probabilityEvidence({ rows, table, best }: RowProbabilities, chosen: readonly number[]) {
  const probabilities = chosen.map((at) => rows.get(at)?.probability ?? 0);
  const max = Math.max(0, ...probabilities);
  return {
    rowBelief: probabilities.reduce((sum, each) => sum + each, 0),
    rowBeliefLog: logShare(max, best),
    tableBelief: table,
    tableBeliefLog: logShare(table, best),
    isBestUnit: max >= best ? 1 : 0,
  };
}
