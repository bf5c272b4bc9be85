import { probabilityOf } from "../calibration/log-odds.ts";
import type { QuestionCoverage, MatchedRow, MatchedTable } from "./match-table.ts";
import type { RetrievedTable } from "./retrieved-table.ts";
import { probabilityFeatures } from "./row-probabilities.ts";

/** The features of a candidate, for the models that score it. All values are finite; shares are 0 to 1. */
export const tableFeatureNames = [
  /** Share of the question's weight that row, column, caption and headings cover together. */
  "covered",
  /** The same for the row's label and its section heading alone. */
  "labelCovered",
  /** The same for the column's heading alone. */
  "columnCovered",
  /** The same for the caption and headings of the table. */
  "topicCovered",
  /** 1 if words or numbers of the question mean this row (or the rows compared), not only its column. */
  "rowNamed",
  /** Share of the row's label that the question names. */
  "labelNamed",
  /** Share of the words that occur only in its column's heading which the question names. */
  "columnNamed",
  /** Share of the question's weight in naming words that the candidate doesn't cover. */
  "uncoveredNames",
  /** 1 if the value is of the kind that is asked for; 1 if another kind is asked for. */
  "kindFound",
  "kindMissed",
  /** Numbers, days and months of the question that the row or column meets, or contradicts; at most 3, divided by 3. */
  "conditionsMet",
  "conditionsAgainst",
  /** The same for the certain ones: days, months, and numbers whose unit both sides state. */
  "surelyMet",
  "surelyAgainst",
  /** How many more conditions another row of its table meets; at most 1. */
  "metByOthers",
  /** Numbers of the question that neither a range nor the row's text contains; at most 3, divided by 3. */
  "numbersUnmet",
  /** 1 if a comparison is asked for ("cheapest", "under R500") and this is not one. */
  "operatorUnmet",
  /** 1 / number of rows of the table that fit as well. */
  "onlyRow",
  /** 1 / number of columns of the row that fit as well. */
  "onlyColumn",
  /** The lead over the next row, column and table. */
  "rowMargin",
  "columnMargin",
  "tableMargin",
  /** 1 / (1 + index of the passage), and its share of the best score. */
  "passageRank",
  "passageScore",
  "isCell",
  "isRow",
  "isChoice",
  /** Comparisons: how well the values fit the superlative; 1 if the question lists the rows. */
  "comparedFit",
  /** The share of the compared column's values that have the same dimension. */
  "comparedShare",
  "areListed",
  /** 1 if the table's columns were compared, not its rows. */
  "isTurned",
  /** Choices: 1 if only some of the compared rows were chosen. */
  "narrowed",
  /** Superlatives: the probability of its table by the ranking of all units. */
  "choiceProbability",
  /** Probability of its rows and its table by the ranking of all units; `Log`: the best unit's is 1, log scale. */
  "rowProbability",
  "rowProbabilityLog",
  "tableProbability",
  "tableProbabilityLog",
  "isBestUnit",
  /** In a follow-up: 1 for the cell that it asks for in the table of the last reply; 1 for the cell of that reply. */
  "isFollowUp",
  "isReply",
] as const;
export type TableFeatureName = (typeof tableFeatureNames)[number];
export type TableFeatures = Record<TableFeatureName, number>;

/** Characters [start, end) of a page's text. */
export interface TableSpan {
  page: number;
  start: number;
  end: number;
}

export const tableKinds = ["cell", "row", "choice", "list"] as const;
type TableKind = (typeof tableKinds)[number];

/** A possible answer from a table, worded so that it can be shown as it is. */
export interface TableCandidate extends Pick<
  RetrievedTable,
  "documentId" | "documentName" | "versionId" | "version" | "passage"
> {
  kind: TableKind;
  /** A row without the cells that the question contradicts. */
  isPart?: boolean;
  /** At most 60 words; values verbatim. */
  content: string;
  caption: string | null;
  /** The rows that it is shown with, in order. */
  rows: TableSpan[];
  /** The cells that decide, to be highlighted. */
  cells: TableSpan[];
  features: TableFeatures;
  /** The ranking features of a unit that shows one of its rows, preferably the first; null if none does. */
  rowFeatures: Float64Array | null;
  /** First estimate, by the words alone, of the probability that it is right; calibrated on the everyday sets. */
  estimate: number;
}

interface Finding extends Pick<TableCandidate, "kind" | "isPart" | "content" | "rows" | "cells"> {
  matched: MatchedTable;
  coverage: QuestionCoverage;
  /** The rows that it shows, and those that support it: for their features and probabilities. */
  shown: MatchedRow[];
  support: MatchedRow[];
  /** Features that do not follow from the above; missing ones are 0. */
  features: Partial<TableFeatures>;
}

const noFeatures = Object.fromEntries(tableFeatureNames.map((name) => [name, 0])) as TableFeatures;
const spanOf = ({ page, start, end }: TableSpan): TableSpan => ({ page, start, end });

/** Makes a candidate of what was found in a table. */
export function tableCandidate({ matched, coverage, shown, support, ...found }: Finding): TableCandidate {
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
    ...probabilityFeatures(
      probabilities,
      support.map(({ at }) => at),
    ),
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
    cells: found.cells.map(spanOf),
    features,
    rowFeatures: shown.map(({ at }) => probabilities.rows.get(at)).find(Boolean)?.features ?? null,
    estimate: estimateOf(features),
  };
}

/** Logistic weights of the features. */
const estimateWeights: Partial<Record<TableFeatureName, number>> = {
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
    sum += weight * features[name as TableFeatureName];
  return probabilityOf(sum);
}
