import { probabilityOf } from "../calibration/log-odds.ts";
import type { Explained, MatchedRow, MatchedTable } from "./match-table.ts";
import type { RetrievedTable } from "./retrieved-table.ts";
import { probabilityEvidence } from "./row-probabilities.ts";

/** What a candidate stands on, for a model of confidence; every value is finite, shares are 0 to 1. */
export const tableEvidenceNames = [
  /** Share of the question's weight that row, column, caption and headings explain together. */
  "explained",
  /** The same of the row's label (and the heading within the table that it stands under) alone. */
  "labelExplained",
  /** The same of the column's heading alone. */
  "columnExplained",
  /** The same of caption and headings of the table. */
  "topicExplained",
  /** 1 where words or numbers of the question mean this row (or the rows compared), not only its column. */
  "rowNamed",
  /** Share of the row's label that the question names. */
  "labelNamed",
  /** Share of the words that tell its column from the others which the question names. */
  "columnNamed",
  /** Share of the question's weight in words that name things, none of which the table holds. */
  "unexplainedNames",
  /** 1 where the value is of the kind that is asked for; and 1 where another kind was asked for. */
  "kindFound",
  "kindMissed",
  /** Numbers, days and months of the question that the row or column meets, or contradicts; at most 3, by 3. */
  "conditionsMet",
  "conditionsAgainst",
  /** The same of days, months, and numbers whose unit both name. */
  "surelyMet",
  "surelyAgainst",
  /** How many more conditions another row of its table meets; at most 1. */
  "metByOthers",
  /** Numbers of the question that neither a range nor the row's text holds; at most 3, by 3. */
  "numbersUnmet",
  /** 1 where a comparison was asked for ("cheapest", "under R500") and this is none. */
  "operatorUnmet",
  /** 1 / number of rows of the table that fit as well. */
  "onlyRow",
  /** 1 / number of columns of the row that fit as well. */
  "onlyColumn",
  /** How far the next row and the next table fall behind. */
  "rowMargin",
  "columnMargin",
  "tableMargin",
  /** 1 / (1 + place of the passage), and its share of the best score. */
  "passageRank",
  "passageScore",
  "isCell",
  "isRow",
  "isChoice",
  /** Of a comparison: how well the values are what the superlative looks for; 1 where the question lists the rows. */
  "comparedFit",
  "areListed",
  /** 1 where the table's columns were compared, not its rows. */
  "isTurned",
  /** Of a choice: 1 where the conditions left a part of the rows that were compared. */
  "narrowed",
  /** Of a comparison that was asked for: what the ranking of all units makes of its table. */
  "choiceBelief",
  /** What the ranking of all units makes of its rows and of its table: their share of belief; by logarithm, of the best unit's. */
  "rowBelief",
  "rowBeliefLog",
  "tableBelief",
  "tableBeliefLog",
  "isBestUnit",
] as const;
export type TableEvidenceName = (typeof tableEvidenceNames)[number];
export type TableEvidence = Record<TableEvidenceName, number>;

/** Characters [start, end) of a page's text. */
export interface TableSpan {
  page: number;
  start: number;
  end: number;
}

export const tableKinds = ["cell", "row", "choice", "list"] as const;
type TableKind = (typeof tableKinds)[number];

/** What a table says to a question, in words that can be said as they are. */
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
  /** The rows that it stands on, in the order in which they are told. */
  rows: TableSpan[];
  /** The cells that decide, to be highlighted. */
  cells: TableSpan[];
  evidence: TableEvidence;
  /** Of the unit that shows its (first) row: what the ranking of the units looked at; null where none does. */
  rowFeatures: Float64Array | null;
  /** How likely it is right by the words alone, 0 to 1: a first calibration on the everyday sets. */
  score: number;
}

interface Finding extends Pick<TableCandidate, "kind" | "isPart" | "content" | "rows" | "cells"> {
  matched: MatchedTable;
  explained: Explained;
  /** The rows that it says, and those that it stands on, for what is thought of them. */
  shown: MatchedRow[];
  support: MatchedRow[];
  /** Beside what follows from the above; what is left out is 0. */
  evidence: Partial<TableEvidence>;
}

const noEvidence = Object.fromEntries(tableEvidenceNames.map((name) => [name, 0])) as TableEvidence;
const spanOf = ({ page, start, end }: TableSpan): TableSpan => ({ page, start, end });

/** What was found in a table as a candidate. */
export function tableCandidate({ matched, explained, shown, support, ...found }: Finding): TableCandidate {
  const { probabilities, retrieved } = matched;
  const { documentId, documentName, versionId, version, passage, passageScore, table } = retrieved;
  const evidence: TableEvidence = {
    ...noEvidence,
    explained: explained.all,
    labelExplained: explained.label,
    columnExplained: explained.column,
    topicExplained: explained.topic,
    unexplainedNames: explained.unexplainedNames,
    tableMargin: 1,
    passageRank: 1 / (1 + passage),
    passageScore,
    ...probabilityEvidence(
      probabilities,
      support.map(({ at }) => at),
    ),
    ...found.evidence,
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
    evidence,
    rowFeatures: shown.map(({ at }) => probabilities.rows.get(at)).find(Boolean)?.features ?? null,
    score: scoreOf(evidence),
  };
}

/** Logistic weights of what is known of a candidate. */
const scoreWeights: Partial<Record<TableEvidenceName, number>> = {
  explained: 4,
  labelExplained: 1,
  columnExplained: 0.7,
  rowNamed: 2.5,
  labelNamed: 1,
  unexplainedNames: -2.5,
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
const scoreBias = -6.7;

/** How likely a candidate is right by its evidence, 0 to 1. */
function scoreOf(evidence: TableEvidence): number {
  let sum = scoreBias;
  for (const [name, weight] of Object.entries(scoreWeights))
    sum += weight * evidence[name as TableEvidenceName];
  return probabilityOf(sum);
}
