import type { TypedCell } from "../../ingestion/tables/stored-table.ts";
import { countWords } from "../../language/count-words.ts";
import { formatCells, formatRows, labelParts } from "./format-row.ts";
import { valueCells, type LookUp } from "./look-up.ts";
import type { MatchedRow } from "./match-table.ts";

/** More cells are a list to choose from, and no answer. */
const maxCells = 10;
const maxRows = 3;
const maxWords = 60;
/** A row with a larger share of the probability of all rows that have its words is the one that is meant. */
const maxShare = 0.75;
/** If the row lacks more of the question's weight, it may be named by words of similar meaning. */
const maxUncovered = 0.1;

/** The text of a look-up, with the rows and cells that it shows: those of all rows that may be meant. */
export function describeLookUp(found: LookUp) {
  const { matched, row, cells, isRow } = found;
  const alone = { content: textOf(matched, row, cells), rows: [row.row], cells };
  if (isRow ? cells.length > 0 : cells.length > 1) return alone;
  const several = (isRow ? severalRows(found) : null) ?? severalCells(found);
  return several !== null && countWords(several.content) <= maxWords ? several : alone;
}

const textOf = (matched: LookUp["matched"], row: MatchedRow, cells: TypedCell[] = []): string =>
  formatCells(matched.table, row.row, cells, labelParts(matched, row.at));

function severalRows(found: LookUp) {
  const meant = rowsMeant(found, null);
  if (meant.length < 2 || meant.length > maxRows) return null;
  const content = meant.map((each) => textOf(found.matched, each)).join("\n");
  return countWords(content) > maxWords ? null : { content, rows: meant.map(({ row }) => row), cells: [] };
}

/** The cells of these rows in the column that the question asks for. */
function severalCells(found: LookUp) {
  const { matched, row, asked } = found;
  const place = valueCells(matched, row).find(({ cell }) => cell === asked);
  const meant = place === undefined ? [] : rowsMeant(found, place.column);
  if (place === undefined || meant.length < 2 || meant.length > maxCells) return null;
  const content = formatRows(matched, meant, place.column);
  const cells = meant.flatMap((each) => each.row.byColumn[place.column] ?? []);
  return { content, rows: meant.map((each) => each.row), cells };
}

/**
 * The rows that have the same words of the question as this one, and a value in the same column: "valet price" is about
 * "Valet, first day" as well as "Valet, each further day". Only this one if it stands out.
 */
function rowsMeant(found: LookUp, column: number | null): MatchedRow[] {
  const { matched, row, coverage } = found;
  if (matched.query.operators.isChoice || coverage.uncoveredNames > maxUncovered) return [row];
  const { title, headers, table } = matched;
  // Words of the column, of the label's heading and of the table's title name no row.
  const headings = [...table.labelColumns, ...(column === null ? [] : [column])].map((at) => headers[at]);
  return rowsLike(found, column, [title, ...headings]);
}

/** Words that `ofAll` cover name no row. */
function rowsLike(
  { matched, row }: LookUp,
  column: number | null,
  ofAll: readonly (Float64Array | undefined)[],
) {
  const { rows, probabilities, query } = matched;
  const naming = query.terms.flatMap(({ names }, term) => {
    const share = names ? shareOf(row, term) : (row.label[term] ?? 0);
    return ofAll.every((each) => (each?.[term] ?? 0) < share) ? [{ term, share }] : [];
  });
  const others = rows.filter(
    (other) =>
      other !== row &&
      mayBeMeant(row, other, column) &&
      naming.every(({ term, share }) => shareOf(other, term) >= share),
  );
  const words = new Set(naming.map(({ term }) => term));
  const isNamedWhole = ({ row: { labelTerms } }: MatchedRow): boolean =>
    labelTerms.every((each) => query.lookup.get(each)?.some(({ term }) => words.has(term)) === true);
  if (isNamedWhole(row) && !others.every(isNamedWhole)) return [row];
  const probabilityOf = ({ at }: MatchedRow): number => probabilities.rows.get(at)?.probability ?? 0;
  const total = [row, ...others].reduce((sum, each) => sum + probabilityOf(each), 0);
  if (probabilityOf(row) > maxShare * total) return [row];
  return rows.filter((each) => each === row || others.includes(each));
}

const shareOf = ({ label, section, cells }: MatchedRow, term: number): number =>
  Math.max(label[term] ?? 0, section[term] ?? 0, cells[term] ?? 0);

/** Whether a row has a value and meets as many conditions of the question as another one. */
function mayBeMeant(row: MatchedRow, other: MatchedRow, column: number | null): boolean {
  if (other.isLeftOut || (column !== null && (other.row.byColumn[column]?.kind ?? "empty") === "empty"))
    return false;
  return other.verdict.met >= row.verdict.met && other.verdict.against <= row.verdict.against;
}
