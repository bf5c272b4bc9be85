import { probabilityOf } from "../calibration/log-odds.ts";
import { tableWeights } from "../extractive/fitted-weights.ts";
import type { QuestionCoverage, MatchedRow, MatchedTable } from "./match-table.ts";
import type { RetrievedTable } from "./retrieved-table.ts";
import type { RowId } from "./passage-rows.ts";
import { probabilityFeatures } from "./row-probabilities.ts";

/** The features of a candidate, for the models that score it. All values are finite; shares are 0 to 1. */
export type TableFeatures = Record<keyof typeof tableWeights, number>;

/** Characters [start, end) of a page's text. */
export interface TableSpan {
  page: number;
  start: number;
  end: number;
}

export const tableKinds = ["cell", "row", "choice", "list"] as const;

/** A possible answer from a table, worded so that it can be shown as it is. */
export type TableCandidate = ReturnType<typeof tableCandidate>;

interface Finding {
  kind: (typeof tableKinds)[number];
  /** A row without the cells that the question contradicts. */
  isPart?: boolean;
  /** At most 60 words; values verbatim. */
  content: string;
  /** The rows that it is shown with, in order. */
  rows: TableSpan[];
  /** The cells that decide, to be highlighted. */
  cells: TableSpan[];
  matched: MatchedTable;
  coverage: QuestionCoverage;
  /** The rows that it shows, and those that support it: for their features and probabilities. */
  shown: MatchedRow[];
  support: MatchedRow[];
  /** Features that do not follow from the above; missing ones are 0. */
  features: Partial<TableFeatures>;
}

const noFeatures = Object.fromEntries(Object.keys(tableWeights).map((name) => [name, 0])) as TableFeatures;
const spanOf = ({ page, start, end }: TableSpan): TableSpan => ({ page, start, end });

/** Makes a candidate of what was found in a table. */
export function tableCandidate({ matched, coverage, shown, support, ...found }: Finding) {
  const { probabilities, retrieved } = matched;
  const { documentId, documentName, versionId, version, passage, passageScore, table } = retrieved;
  const features: TableFeatures = {
    ...noFeatures,
    covered: coverage.all,
    labelCovered: coverage.label,
    columnCovered: coverage.column,
    topicCovered: coverage.topic,
    uncoveredNames: coverage.uncoveredNames,
    tableMargin: 1,
    passageRank: 1 / (1 + passage),
    passageScore,
    ...probabilityFeatures(probabilities, support),
    ...found.features,
  };
  return {
    ...found,
    documentId,
    documentName,
    versionId,
    version,
    passage,
    caption: table.caption,
    rows: found.rows.map(spanOf),
    /** The same rows as in the stored table. */
    rowIds: rowIdsOf(retrieved, found.rows),
    cells: found.cells.map(spanOf),
    /** The notes that its rows refer to: "Charged only if the fault is on your side." */
    notes: [...new Set(shown.flatMap(({ row }) => row.notes))],
    features,
    /** The ranking features of a unit that shows one of its rows, preferably the first; null if none does. */
    rowFeatures: shown.map(({ at }) => probabilities.rows.get(at)).find(Boolean)?.features ?? null,
    /** First estimate, by the words alone, of the probability that it is right; calibrated on the everyday sets. */
    estimate: estimateOf(features),
  };
}

function rowIdsOf(
  { versionId, number, table, original = table }: RetrievedTable,
  rows: TableSpan[],
): RowId[] {
  return (
    rows
      .map(({ page, start }) => original.rows.findIndex((row) => row.page === page && row.start === start))
      // A row of another table is shown beside its own.
      .filter((at) => at !== -1)
      .map((at) => ({ versionId, number, at }))
  );
}

/** Logistic weights of the features. */
const estimateWeights: Partial<TableFeatures> = {
  covered: 4,
  labelCovered: 1,
  columnCovered: 0.7,
  rowNamed: 2.5,
  labelNamed: 1,
  uncoveredNames: -2.5,
  kindFound: 0.8,
  kindMissed: -0.8,
  conditionsMet: 3,
  conditionsAgainst: -4,
  numbersUnmet: -0.8,
  operatorUnmet: -2.2,
  onlyRow: 1,
  onlyColumn: 1.2,
  rowMargin: 1.5,
  passageRank: 0.5,
  passageScore: 0.5,
  isRow: -0.5,
  isChoice: 0.8,
  areListed: 2,
  isTurned: -2.5,
  narrowed: 0.5,
};
const estimateBias = -6.7;

/** The probability that a candidate is right, estimated from its features. */
function estimateOf(features: TableFeatures): number {
  let sum = estimateBias;
  for (const [name, weight] of Object.entries(estimateWeights))
    sum += weight * features[name as keyof TableFeatures];
  return probabilityOf(sum);
}
