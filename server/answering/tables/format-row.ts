import type { TypedCell } from "../../ingestion/tables/stored-table.ts";
import { months, weekdays } from "../../language/value-words.ts";
import { markLength } from "../extractive/leading-marks.ts";
import type { AnalysedRow, AnalysedTable } from "./analysed-table.ts";
import type { MatchedRow, MatchedTable } from "./match-table.ts";

const maxWords = 60;

/** Headings that add nothing to the value. */
const plainHeading =
  /^(?:amount|price|charge|cost|fee|fees|tariff|rate|value|benefit|remarks?|note|what|description|details?|limit|per|total|conditions?)$/iu;

/** What a label is shown with: its section, and its code. */
export interface LabelParts {
  withSection?: boolean | undefined;
  withCode?: boolean | undefined;
}

/**
 * The label of a row, without its code unless `withCode`: "Winter tunic, navy, 5 to 9". `columns`: the headings, of which
 * a label without a word needs its own: "Term 1", "Absences 15 to 20".
 */
export function labelOf(
  row: AnalysedRow,
  { withSection = false, withCode = false, columns = [] }: LabelParts & { columns?: readonly string[] } = {},
): string {
  const named = row.label.filter(({ kind }) => withCode || kind !== "code");
  const shown = (named.length === 0 ? row.label : named).map(({ text, column }) => {
    const heading = columns[column] ?? "";
    return /\p{L}{2}/u.test(text) || !/\p{L}{2}/u.test(heading) ? text : `${heading} ${text}`;
  });
  return [...(withSection && row.section !== null ? [row.section] : []), ...shown].join(", ");
}

/** A whole row, whatever the question; with its code, because people ask for codes too. */
export function formatWholeRow(table: AnalysedTable, at: number): string {
  const row = table.rows[at];
  if (row === undefined) return "";
  const label = labelOf(row, { withSection: true, withCode: true, columns: table.columns });
  return formatValues(table, label, valuesOf(row), row.blanks);
}

/**
 * One cell of a row ("Cape Town, limit per night: R 2 150,00"), several, or all if `cells` is empty: "Geyser,
 * electric – Basic excess: R2,700.00; Most we pay: R19,500.00".
 */
export function formatCells(
  table: AnalysedTable,
  row: AnalysedRow,
  cells: TypedCell[],
  parts: LabelParts = {},
): string {
  const label = labelOf(row, { ...parts, columns: table.columns });
  const [only, ...others] = cells;
  if (only === undefined) return formatValues(table, label, valuesOf(row), row.blanks);
  if (others.length > 0) return formatValues(table, label, cells);
  const written = headingOf(table, only);
  const mayBeName = table.isOption[only.column] === true || hasNames(table);
  const heading = mayBeName ? written : lowerFirst(written);
  return clip(heading === "" ? `${label}: ${only.text}` : `${label}, ${heading}: ${only.text}`);
}

const valuesOf = ({ cells, label }: AnalysedRow): TypedCell[] =>
  cells.filter((cell) => !label.includes(cell) && cell.kind !== "empty");

/**
 * "Family chalet – Guests included: 4; Low season: R 1 690"; "Night drive – Wed, Fri: Yes; Mon, Tue: No". Without the
 * blank columns, "Hail – Comprehensive: Yes; Third Party: –" would read as a yes to a question about the other.
 */
function formatValues(
  table: AnalysedTable,
  label: string,
  cells: TypedCell[],
  blanks: number[] = [],
): string {
  if (cells.length === 0) return clip(label);
  const alike = Map.groupBy(cells, (cell) => (cell.kind === "yes_no" ? cell.text : cell));
  const values = [...alike.values()].map((same) => withHeadings(table, same));
  const blank = blanks.map((column) => headingAt(table, column)).filter((heading) => heading !== "");
  if (blank.length > 0) values.push(`${blank.join(", ")}: –`);
  const hasHeading = cells.some((cell) => headingOf(table, cell) !== "");
  return clip(`${label}${hasHeading ? " –" : ":"} ${values.join("; ")}`);
}

/** A value with its headings before it: "Basic excess: R2,700.00", "Wed, Fri: Yes". */
function withHeadings(table: AnalysedTable, cells: TypedCell[]): string {
  const headings = cells.map((cell) => headingOf(table, cell)).filter((heading) => heading !== "");
  const text = cells[0]?.text ?? "";
  return headings.length === 0 ? text : `${headings.join(", ")}: ${text}`;
}

/** The heading of a cell, unless it adds nothing to its value: "none" needs its "Fee". */
export function headingOf(table: AnalysedTable, { column, columns, kind }: TypedCell): string {
  if (columns > 1) return "";
  return kind === "yes_no" ? writtenHeading(table, column) : headingAt(table, column);
}

function headingAt(table: AnalysedTable, column: number): string {
  const heading = writtenHeading(table, column);
  return plainHeading.test(heading) ? "" : heading;
}

const writtenHeading = (table: AnalysedTable, column: number): string =>
  (table.columns[column] ?? "").replace(/:$/u, "");

/** Whether a column has a name as its heading, so that others may have, too: "George" next to "Mossel Bay". */
const hasNames = ({ columns, labelColumns }: AnalysedTable): boolean =>
  columns.some((heading, column) => !labelColumns.includes(column) && capitalized.test(heading));

const capitalized = /^\p{Lu}\p{Ll}+ \p{Lu}/u;

/** "Per month" becomes "per month"; "EFT", days, months and names of two capitalized words stay. */
function lowerFirst(text: string): string {
  const isName = capitalized.test(text) || dayOrMonth.test(text);
  return /^\p{Lu}[\p{Ll}-]+(?![\p{Lu}])/u.test(text) && !isName
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}

const dayOrMonth = new RegExp(`^(?:${[...weekdays, ...months].join("|")})(?!\\p{L})`, "iu");

/** Cuts a text that has too many words. */
export function clip(text: string): string {
  const words = text.split(" ");
  return words.length <= maxWords ? text : `${words.slice(0, maxWords - 1).join(" ")} …`;
}

/** "A, B and C". */
export function joinList(parts: string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(parts.some((part) => part.includes(",")) ? "; " : ", ")} and ${parts.at(-1) ?? ""}`;
}

/** The values of several rows in one column: "Meat per child – Braai: 200 g; Potjie: 150 g". */
export function formatRows(matched: MatchedTable, rows: readonly MatchedRow[], column: number): string {
  const { table } = matched;
  const heading = headingAt(table, column);
  const values = rows.map(({ row, at }) => {
    const label = labelOf(row, { ...labelParts(matched, at), columns: table.columns });
    return `${label}: ${row.byColumn[column]?.text ?? ""}`;
  });
  return `${heading === "" ? "" : `${heading} – `}${values.join("; ")}`;
}

/** What the label of a row needs for this question. */
export const labelParts = (matched: MatchedTable, at: number): LabelParts => ({
  withSection: needsSection(matched, at),
  withCode: needsCode(matched),
});

/** Whether the question names the heading of the codes: "which zone", "grade B". */
function needsCode({ table: { labelColumns }, query, headers }: MatchedTable): boolean {
  const [first = 0] = labelColumns;
  return query.terms.some(({ names }, term) => names && headers[first]?.[term] === 1);
}

/** Whether to show the section of a row: another section has the same label, or the question names the section. */
function needsSection({ table, rows }: MatchedTable, at: number): boolean {
  const row = table.rows[at];
  if (row === undefined || row.section === null) return false;
  if (rows[at]?.section.some((share) => share > 0) === true) return true;
  const name = row.label.map(({ text }) => text).join("\n");
  return table.rows.some(
    (other) => other.section !== row.section && other.label.map(({ text }) => text).join("\n") === name,
  );
}

const maxCaptionLength = 60;
/** "E. Optional benefits" */
const captionLetter = /^\p{Lu}[.)]\s+/u;

/** The caption of a table or the heading above it, without its number; "" if it has neither. */
export function tableTitle({ retrieved: { table } }: MatchedTable): string {
  const { caption, headingPath } = table;
  const name =
    caption !== null && caption.length <= maxCaptionLength && !caption.endsWith(".")
      ? caption
      : headingPath.at(-1);
  return name?.slice(markLength(name)).replace(captionLetter, "").replace(/:$/u, "") ?? "";
}
