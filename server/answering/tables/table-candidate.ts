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

/** What a table says to a question, in words that can be said as they are. */
export interface TableCandidate {
  kind: "cell" | "row" | "choice" | "count" | "list";
  /** At most 60 words; values verbatim. */
  content: string;
  documentId: string;
  documentName: string;
  versionId: string;
  version: number;
  /** 0-based place of the passage that shows the table. */
  passage: number;
  headingPath: string[];
  caption: string | null;
  /** The rows that it stands on, in the order in which they are told. */
  rows: TableSpan[];
  /** The cells that decide, to be highlighted. */
  cells: TableSpan[];
  /** Texts of the notes that the row or cell is marked with. */
  notes: string[];
  evidence: TableEvidence;
  /** Of the unit that shows its (first) row: what the ranking of the units looked at; null where none does. */
  rowFeatures: Float64Array | null;
  /** How likely it is right by the words alone, 0 to 1: a first calibration on the everyday sets. */
  score: number;
}
