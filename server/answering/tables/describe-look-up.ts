import type { TypedCell } from "../../ingestion/tables/stored-table.ts";
import { countWords } from "../../language/count-words.ts";
import { formatCells, formatRows, labelParts, tableTitle } from "./format-row.ts";
import { isAsked, valueCells, type LookUp } from "./look-up.ts";
import type { MatchedRow } from "./match-table.ts";
import { maxShare, maxUncovered, rowsMeant } from "./rows-meant.ts";

/** More cells are a list to choose from, and no answer. */
const maxCells = 10;
const maxRows = 3;
const maxWords = 60;
/** Coverages of the question that differ by less are the same. */
const sameCoverage = 0.02;

/**
 * The text of a look-up, with the rows and cells that it shows: those of all rows that may be meant. `all`: the look-ups
 * of all tables.
 */
export function describeLookUp(found: LookUp, all: readonly LookUp[]) {
  const { matched, row, cells, isRow } = found;
  const alone = { content: textOf(matched, row, cells), rows: [row.row], cells };
  if (isRow ? cells.length > 0 : cells.length > 1) return alone;
  const several = (isRow ? severalRows(found) : null) ?? severalCells(found) ?? sameInOtherTable(found, all);
  return several !== null && countWords(several.content) <= maxWords ? several : alone;
}

const textOf = (matched: LookUp["matched"], row: MatchedRow, cells: TypedCell[] = []): string =>
  formatCells(matched.table, row.row, cells, labelParts(matched, row.at));

function severalRows(found: LookUp) {
  const meant = rowsMeant(found, null);
  if (isOnly(found.row, meant) || meant.length > maxRows) return null;
  const content = meant.map((each) => textOf(found.matched, each)).join("\n");
  return countWords(content) > maxWords ? null : { content, rows: meant.map(({ row }) => row), cells: [] };
}

const isOnly = (row: MatchedRow, meant: readonly MatchedRow[]): boolean =>
  meant.length === 0 || (meant.length === 1 && meant[0] === row);

/** The cells of these rows in the column that the question asks for. */
function severalCells(found: LookUp) {
  const { matched, row, asked } = found;
  const place = valueCells(matched, row).find(({ cell }) => cell === asked);
  const meant = place === undefined ? [] : rowsMeant(found, place.column);
  if (place === undefined || isOnly(row, meant) || meant.length > maxCells) return null;
  const cells = meant.flatMap((each) => each.row.byColumn[place.column] ?? []);
  const [other, ...others] = meant;
  const content =
    other !== undefined && others.length === 0
      ? textOf(matched, other, cells)
      : formatRows(matched, meant, place.column);
  return { content, rows: meant.map((each) => each.row), cells };
}

const nameOf = ({ row: { row } }: LookUp): string =>
  row.label.map(({ text }) => text.toLowerCase()).join("\n");

/** The headings of the cells of a look-up, of a row those with values that are asked for. */
function headingsOf({ matched, row, cells }: LookUp): Set<string> {
  const isShown = (cell: TypedCell): boolean =>
    cells.length > 0 ? cells.includes(cell) : isAsked(matched, cell);
  const shown = valueCells(matched, row).filter(({ cell }) => isShown(cell));
  return new Set(shown.map(({ column }) => matched.table.columns[column] ?? ""));
}

/** The row or cell with the row of the same name in another table of the document: "Loin chops" of lamb and of pork. */
function sameInOtherTable(found: LookUp, all: readonly LookUp[]) {
  const { matched, isRow, coverage } = found;
  const { isChoice, askedKinds } = matched.query.operators;
  if (isChoice || askedKinds.size === 0 || coverage.uncoveredNames > maxUncovered) return null;
  const headings = headingsOf(found);
  const other = all.find(
    (each) =>
      each.matched.retrieved.versionId === matched.retrieved.versionId &&
      each.matched.retrieved.number !== matched.retrieved.number &&
      each.isRow === isRow &&
      nameOf(each) === nameOf(found) &&
      !headingsOf(each).isDisjointFrom(headings) &&
      Math.abs(each.coverage.all - coverage.all) < sameCoverage &&
      each.verdict.met >= found.verdict.met &&
      each.verdict.against <= found.verdict.against,
  );
  if (other === undefined) return null;
  const [own, others] = [probabilityOf(found), probabilityOf(other)];
  if (own > maxShare * (own + others) || others > maxShare * (own + others)) return null;
  const both = [found, other].toSorted(
    (a, b) => a.row.row.page - b.row.row.page || a.row.row.start - b.row.row.start,
  );
  const lines = both.map((each) => {
    const text = textOf(each.matched, each.row, each.cells);
    const title = tableTitle(each.matched);
    return each.row.row.section === null && title !== "" ? `${title}: ${text}` : text;
  });
  return {
    content: lines.join("\n"),
    rows: both.map((each) => each.row.row),
    cells: both.flatMap((each) => each.cells),
  };
}

const probabilityOf = ({ matched, row }: LookUp): number =>
  matched.probabilities.rows.get(row.at)?.probability ?? 0;
