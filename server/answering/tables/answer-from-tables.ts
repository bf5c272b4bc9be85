import type { TypedCell } from "../../ingestion/tables/stored-table.ts";
import type { QueryTerm } from "../../retrieval/passage.ts";
import { chooseRows, isPositive, type Choice } from "./choose-rows.ts";
import { choiceCandidate } from "./choice-candidate.ts";
import { lookUp, type LookUp } from "./look-up.ts";
import { matchTable } from "./match-table.ts";
import type { RetrievedTable } from "./retrieved-table.ts";
import { needsSection, sayCells } from "./say-row.ts";
import { rowProbabilities, type ScoredUnit } from "./row-probabilities.ts";
import { tableCandidate, type TableCandidate } from "./table-candidate.ts";
import { definitionExpander } from "./heading-definitions.ts";
import { transposeTable } from "./transpose-table.ts";
import { buildTableQuery, type TableQuery } from "./table-query.ts";

const maxCandidates = 24;
const rowsPerTable = 3;

/**
 * What tables say to a question, the likeliest by its words first: the cell of the row and column that it names, the row
 * where several cells could be meant, or what a comparison of rows finds. Empty where no table holds
 * a word of it. `ranked` are the units of the passages, best first, for what is thought of the rows there. Which is
 * best and good enough to be said is the caller's to judge by the evidence.
 */
export function answerFromTables(
  question: string,
  terms: QueryTerm[],
  tables: RetrievedTable[],
  ranked: readonly ScoredUnit[] = [],
): TableCandidate[] {
  if (tables.length === 0) return [];
  const query = buildTableQuery(question, terms);
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
  const found = matched.flatMap((table) =>
    lookUp(table, rowsPerTable)
      .filter((each) => !isOneOfSeveral(query, each, chosen))
      .flatMap((each) => toCandidate(query, each) ?? []),
  );
  const best = [...choices, ...found].toSorted((a, b) => b.score - a.score).slice(0, maxCandidates);
  return withMargins(
    best.filter(({ content }, at) => best.findIndex((other) => other.content === content) === at),
  );
}

/** How far the best candidate of another table falls behind. */
function withMargins(candidates: TableCandidate[]): TableCandidate[] {
  return candidates.map((candidate) => {
    const other = candidates.find(
      (each) => each.versionId !== candidate.versionId || each.caption !== candidate.caption,
    );
    const tableMargin = other === undefined ? 1 : Math.max(0, candidate.score - other.score);
    return { ...candidate, evidence: { ...candidate.evidence, tableMargin } };
  });
}

function toCandidate(query: TableQuery, found: LookUp): TableCandidate | null {
  const { matched, row, cells, isRow, explained, verdict } = found;
  if (explained.label + explained.column + verdict.met === 0 && !matched.probabilities.rows.has(row.at))
    return null;
  if (isNonAnswer(query, cells)) return null;
  return tableCandidate({
    matched,
    explained,
    kind: cells.length === 1 && !isRow ? "cell" : "row",
    isPart: isRow && cells.length > 0,
    content: sayCells(matched.table, row.row, cells, needsSection(matched, row.at)),
    rows: [row.row],
    cells,
    shown: [row],
    support: [row],
    evidence: {
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
      operatorUnmet: asksForComparison(query) ? 1 : 0,
      onlyRow: 1 / found.equalRows,
      onlyColumn: 1 / found.equalColumns,
      rowMargin: found.rowMargin,
      columnMargin: found.columnMargin,
      isCell: cells.length === 1 && !isRow ? 1 : 0,
      isRow: isRow ? 1 : 0,
    },
  });
}

/** Where several are asked for, one row that its name sets apart is no answer beside a list from the same table. */
function dropSingleRows(choices: Choice[]): Choice[] {
  const isList = ({ superlative, rows }: Choice): boolean => superlative === null && rows.length > 1;
  return choices.filter(
    (each) =>
      each.superlative !== null ||
      each.rows.length > 1 ||
      !each.matched.query.operators.isPlural ||
      !choices.some((other) => tableOf(other) === tableOf(each) && isList(other)),
  );
}

/** The table as it stands in the document, also of one that was turned. */
const tableOf = ({ matched: { retrieved } }: Choice): unknown => retrieved.original ?? retrieved.table;

/** Who asks which shops open on a Sunday wants all of them. */
function isOneOfSeveral(query: TableQuery, { matched, cells }: LookUp, chosen: readonly Choice[]): boolean {
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

/** "Closed" is no answer to who asks where to go on a Sunday, nor "n/a" to who asks how much. */
function isNonAnswer({ operators }: TableQuery, [only, ...others]: TypedCell[]): boolean {
  if (only === undefined || others.length > 0) return false;
  if (operators.askedKinds.size > 0 && /^n\/?a$/iu.test(only.text)) return true;
  return operators.isChoice && !operators.isNegated && !isPositive(only);
}

/** The question asks for a comparison of rows, which a single row does not answer. */
function asksForComparison({ operators }: TableQuery): boolean {
  return operators.superlative !== null || (operators.isChoice && operators.thresholds.length > 0);
}
