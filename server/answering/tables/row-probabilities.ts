import type { RowId } from "./passage-rows.ts";
import type { RetrievedTable } from "./retrieved-table.ts";

/**
 * A ranked unit of the passages (a sentence, list item or table row): the probability that it is the answer, and its
 * features.
 */
export interface ScoredUnit {
  /** The table row that the unit shows, if any; and its text. */
  unit: { row: RowId | null; plain: string };
  probability: number;
  features: Float64Array;
}

/** The probability that a row is the answer, and the features of its most probable unit. */
type RowProbability = Pick<ScoredUnit, "probability" | "features">;

/** The probabilities of the rows of one table by the ranking of all units. */
export interface RowProbabilities {
  /** By the row's index; a row that no passage shows is missing. */
  rows: ReadonlyMap<number, RowProbability>;
  /** Sum over the rows. */
  totalOfTable: number;
  /** Of the most probable unit of all, in this table or elsewhere. */
  bestOfAll: number;
}

/** Returns a function that looks up the probabilities of a table's rows. `ranked`: all units, best first. */
export function rowProbabilities(ranked: readonly ScoredUnit[]): (table: RetrievedTable) => RowProbabilities {
  const byTable = new Map<string, Map<number, RowProbability>>();
  for (const { unit, probability, features } of ranked) {
    if (unit.row === null) continue;
    const { at } = unit.row;
    const rows = byTable.get(keyOf(unit.row)) ?? new Map<number, RowProbability>();
    byTable.set(keyOf(unit.row), rows);
    const known = rows.get(at);
    // Passages overlap: two of them may show the same row.
    if (known === undefined) rows.set(at, { probability, features });
    else known.probability += probability;
  }
  const bestOfAll = ranked[0]?.probability ?? 1;
  return (table) => {
    const rows: RowProbabilities["rows"] = byTable.get(keyOf(table)) ?? new Map();
    const totalOfTable = [...rows.values()].reduce((sum, { probability }) => sum + probability, 0);
    return { rows, totalOfTable, bestOfAll };
  };
}

const keyOf = ({ versionId, number }: Pick<RowId, "versionId" | "number">): string =>
  `${versionId}/${String(number)}`;

/** Probabilities smaller than the best one by a factor of e to this power count as 0. */
const maxLog = 10;

/** Maps a probability to a logarithmic scale from 0 to 1, where 1 is the best one. */
function logShare(probability: number, best: number): number {
  return Math.min(1, Math.max(0, 1 + Math.log(Math.max(probability, 1e-9) / best) / maxLog));
}

/** The features of a candidate that these rows of a table support. */
export function probabilityFeatures(
  { rows, totalOfTable, bestOfAll }: RowProbabilities,
  chosen: readonly { at: number }[],
) {
  const probabilities = chosen.map(({ at }) => rows.get(at)?.probability ?? 0);
  const max = Math.max(0, ...probabilities);
  return {
    rowProbability: probabilities.reduce((sum, each) => sum + each, 0),
    rowProbabilityLog: logShare(max, bestOfAll),
    tableProbability: totalOfTable,
    tableProbabilityLog: logShare(totalOfTable, bestOfAll),
    isBestUnit: max >= bestOfAll ? 1 : 0,
  };
}
