import type { TypedCell } from "../../ingestion/tables/stored-table.ts";
import type { QueryTerm } from "../../retrieval/passage.ts";
import { chooseRows, isPositive, type RowChoice } from "./choose-rows.ts";
import { choiceCandidate } from "./choice-candidate.ts";
import type { WeightedQuery } from "../extractive/weighted-query.ts";
import { followUpCell, type CellPlace, type FollowUpCell, type RowPlace } from "./follow-up-cell.ts";
import { lookUp, lookUpCell, lookUpRow, type LookUp } from "./look-up.ts";
import { matchTable } from "./match-table.ts";
import type { RetrievedTable } from "./retrieved-table.ts";
import { describeLookUp } from "./describe-look-up.ts";
import { rowProbabilities, type ScoredUnit } from "./row-probabilities.ts";
import { tableCandidate, type TableCandidate } from "./table-candidate.ts";
import { definitionExpander } from "./heading-definitions.ts";
import type { Operators } from "./question-operators.ts";
import { transposeTable } from "./transpose-table.ts";
import { buildTableQuery, type TableQuery } from "./table-query.ts";

const maxCandidates = 24;
const rowsPerTable = 3;

/**
 * The answers that tables offer to a question: the cell of the row and column that it names, the row if several cells
 * may be meant, or the result of comparing rows, highest estimate first, but after the cell that a follow-up asks for.
 * Empty if no table contains a word of it. `ranked`: the units of the passages, best first, for the probabilities of
 * the rows. The caller decides by the features which candidate is best, and whether it is good enough.
 */
export function answerFromTables(
  { text, question, earlier }: Pick<WeightedQuery, "text" | "question" | "earlier">,
  terms: QueryTerm[],
  tables: RetrievedTable[],
  ranked: readonly ScoredUnit[] = [],
): TableCandidate[] {
  if (tables.length === 0) return [];
  const query = buildTableQuery(text, terms);
  const probabilities = rowProbabilities(ranked);
  const expand = definitionExpander(query.operators, ranked, tables);
  const matched = tables.map((table) => matchTable(table, query, probabilities(table), expand));
  const transposed = query.operators.isChoice
    ? tables
        .flatMap((table) => transposeTable(table) ?? [])
        .map((table) => matchTable(table, query, { ...probabilities(table), rows: new Map() }, expand))
    : [];
  const chosen = dropSingleRows([...matched, ...transposed].flatMap(chooseRows));
  const choices = chosen.map(choiceCandidate);
  const lookUps = matched.flatMap((table) =>
    lookUp(table, rowsPerTable)
      .filter((each) => isPossible(query, each) && !isOneOfSeveral(query, each, chosen))
      .filter((each) => !isOtherRow(query, each)),
  );
  const found = lookUps.map((each) => lookUpCandidate(query, each, lookUps));
  const followUp = followUpCell(matched, { question, earlier, terms }, expand);
  const asked = lookUpAsked(followUp?.asked ?? null).map((each) => lookUpCandidate(query, each));
  const best = [...choices, ...found].toSorted((a, b) => b.estimate - a.estimate).slice(0, maxCandidates);
  const different = withoutRepetitions([...asked, ...best]);
  return withMargins(followUp === null ? different : withReply(different, followUp));
}

/** Of candidates with the same text, the most probable one at the place of the first. */
function withoutRepetitions(candidates: readonly TableCandidate[]): TableCandidate[] {
  const groups = Map.groupBy(candidates, ({ content }) => content);
  return [...groups.values()].flatMap(
    (same) => same.toSorted((a, b) => b.features.rowProbability - a.features.rowProbability)[0] ?? [],
  );
}

function lookUpAsked(place: CellPlace | RowPlace | null): LookUp[] {
  if (place === null) return [];
  if ("cell" in place) return [lookUpCell(place.matched, place.row, place)];
  return [lookUpRow(place.matched, place.row) ?? []].flat();
}

/** Sets whether a candidate is the cell that the last reply named, or the cell or row that the follow-up asks for. */
function withReply(candidates: TableCandidate[], { replied, asked }: FollowUpCell): TableCandidate[] {
  const isAt = ({ cells, rows }: TableCandidate, place: CellPlace | RowPlace | null): boolean => {
    if (place === null) return false;
    const [shown, span] =
      "cell" in place ? [cells, place.cell] : [cells.length === 0 ? rows : [], place.row.row];
    return shown.length === 1 && shown[0]?.page === span.page && shown[0].start === span.start;
  };
  return candidates.map((candidate) => ({
    ...candidate,
    features: {
      ...candidate.features,
      isFollowUp: isAt(candidate, asked) ? 1 : 0,
      isReply: isAt(candidate, replied) ? 1 : 0,
    },
  }));
}

/** Sets the lead of each candidate over the best candidate of another table. */
function withMargins(candidates: TableCandidate[]): TableCandidate[] {
  return candidates.map((candidate) => {
    const other = candidates.find(
      (each) => each.versionId !== candidate.versionId || each.caption !== candidate.caption,
    );
    const tableMargin = other === undefined ? 1 : Math.max(0, candidate.estimate - other.estimate);
    return { ...candidate, features: { ...candidate.features, tableMargin } };
  });
}

function isPossible(query: TableQuery, { matched, row, cells, coverage, verdict }: LookUp): boolean {
  const isFound = coverage.label + coverage.column + verdict.met !== 0;
  return (isFound || matched.probabilities.rows.has(row.at)) && !isNonAnswer(query, cells);
}

/** Whether a number, day or date of the question surely excludes this row, and surely fits another. */
function isOtherRow({ operators }: TableQuery, { matched, row: { verdict } }: LookUp): boolean {
  if (operators.isChoice || verdict.surelyAgainst === 0 || verdict.surelyMet > 0) return false;
  return matched.rows.some((other) => other.verdict.surelyMet > 0 && other.verdict.surelyAgainst === 0);
}

function lookUpCandidate(query: TableQuery, found: LookUp, all: readonly LookUp[] = []): TableCandidate {
  const { matched, row, cells, isRow, coverage, verdict } = found;
  return tableCandidate({
    ...describeLookUp(found, all),
    matched,
    coverage,
    kind: cells.length === 1 && !isRow ? "cell" : "row",
    isPart: isRow && cells.length > 0,
    shown: [row],
    support: [row],
    features: {
      rowNamed: row.isNamed || row.verdict.met > 0 ? 1 : 0,
      labelNamed: found.labelNamed,
      columnNamed: found.columnNamed,
      kindFound: query.operators.askedKinds.size > 0 && found.kindFound ? 1 : 0,
      kindMissed: found.kindFound ? 0 : 1,
      conditionsMet: Math.min(3, verdict.met) / 3,
      conditionsAgainst: Math.min(3, verdict.against) / 3,
      surelyMet: Math.min(3, verdict.surelyMet) / 3,
      surelyAgainst: Math.min(3, verdict.surelyAgainst) / 3,
      metByOthers: Math.min(1, Math.max(0, matched.maxMet - row.verdict.met)),
      numbersUnmet: Math.min(3, Math.max(0, query.operators.points.length - verdict.met)) / 3,
      operatorUnmet: asksForComparison(query) && !isOfExtremes(found) ? 1 : 0,
      onlyRow: 1 / found.equalRows,
      onlyColumn: 1 / found.equalColumns,
      rowMargin: found.rowMargin,
      columnMargin: found.columnMargin,
      isCell: cells.length === 1 && !isRow ? 1 : 0,
      isRow: isRow ? 1 : 0,
    },
  });
}

/** If a question asks for several rows, drops single rows of a table that also offers a list by as many cells. */
function dropSingleRows(choices: RowChoice[]): RowChoice[] {
  const lists = choices.filter(({ superlative, rows }) => superlative === null && rows.length > 1);
  const decidingCells = ({ rows: [first] }: RowChoice): number => first?.cells.length ?? 0;
  const hasList = (each: RowChoice): boolean =>
    lists.some((list) => tableOf(list) === tableOf(each) && decidingCells(list) >= decidingCells(each));
  const isSingle = ({ superlative, rows, matched }: RowChoice): boolean =>
    superlative === null && rows.length < 2 && matched.query.operators.isPlural;
  return choices.filter((each) => !isSingle(each) || !hasList(each));
}

/** The table as in the document, even if it was transposed. */
const tableOf = ({ matched: { retrieved } }: RowChoice): unknown => retrieved.original ?? retrieved.table;

/** Whether a cell is part of a list that is offered: "which shops open on a Sunday" asks for all of them. */
function isOneOfSeveral(query: TableQuery, { matched, cells }: LookUp, chosen: readonly RowChoice[]) {
  const [only, ...others] = cells;
  if (only === undefined || others.length > 0 || !query.operators.isPlural) return false;
  return chosen.some(
    (choice) =>
      choice.matched === matched &&
      choice.superlative === null &&
      choice.rows.length > 1 &&
      choice.rows.every((row) => row.cells.at(-1)?.column === only.column),
  );
}

/** Whether a cell answers nothing: "Closed" for "where can I go on a Sunday", "n/a" for "how much". */
function isNonAnswer({ operators }: TableQuery, [only, ...others]: TypedCell[]): boolean {
  if (only === undefined || others.length > 0) return false;
  if (operators.askedKinds.size > 0 && /^n\/?a$/iu.test(only.text)) return true;
  if (repeatsNumber(operators, only)) return true;
  return operators.isChoice && !operators.isNegated && !isPositive(only);
}

/** Whether a cell only repeats a number of the question: "Download: 100 Mbps" for "and what is the 100". */
const repeatsNumber = ({ points, askedKinds }: Operators, { kind, low, high, unit }: TypedCell): boolean =>
  !askedKinds.has(kind) &&
  points.some((point) => point.value === low && low === high && (point.unit === "" || point.unit === unit));

/** Whether the question asks to compare or count rows, which a single row can't answer. */
function asksForComparison({ operators }: TableQuery): boolean {
  const { superlative, isChoice, thresholds, asksHowMany } = operators;
  return superlative !== null || asksHowMany || (isChoice && thresholds.length > 0);
}

/** Whether the superlative of the question is in the heading of the cell: "Oldest entry", "Latest check-in". */
function isOfExtremes({ matched: { query, table }, cells: [only, ...others] }: LookUp): boolean {
  if (only === undefined || others.length > 0) return false;
  return query.operators.superlative?.words.test(table.columns[only.column] ?? "") === true;
}
