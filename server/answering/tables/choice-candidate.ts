import type { TypedRow } from "../../ingestion/tables/stored-table.ts";
import { showsAskedKind, type RowChoice } from "./choose-rows.ts";
import type { ChosenRow } from "./limits.ts";
import { namedShareOfLabel } from "./match-table.ts";
import { clip, formatCells, headingOf, joinList, labelOf, labelParts, tableTitle } from "./format-row.ts";
import { tableCandidate, type TableCandidate } from "./table-candidate.ts";

export function choiceCandidate(choice: RowChoice): TableCandidate {
  const { matched, rows, coverage } = choice;
  const shown = rows.map(({ row }) => row);
  const [first] = shown;
  const { operators } = matched.query;
  return tableCandidate({
    matched,
    coverage,
    kind: choice.kind,
    content: clip(
      `${transposedHeading(choice)}${operators.asksHowMany ? `${String(rows.length)}: ` : ""}${joinList(rows.map((row) => formatChosen(choice, row)))}${comparisonNote(choice)}`,
    ),
    rows: rowsShown(choice),
    cells: rows.flatMap(({ cells }) => cells),
    shown,
    // All rows of the table support a comparison.
    support: choice.superlative === null ? shown : matched.rows,
    features: {
      rowNamed: 1,
      labelNamed: first === undefined ? 0 : namedShareOfLabel(matched, first),
      kindFound: showsAskedKind(choice) ? 1 : 0,
      conditionsMet: Math.min(3, choice.met) / 3,
      conditionsAgainst: Math.min(3, choice.against) / 3,
      numbersUnmet:
        Math.min(3, Math.max(0, operators.points.length + operators.thresholds.length - choice.met)) / 3,
      onlyRow: 1 / rows.length,
      onlyColumn: 1 / choice.equalColumns,
      isChoice: 1,
      comparedFit: choice.fit,
      comparedShare: choice.share,
      isTurned: matched.retrieved.original === undefined ? 0 : 1,
      areListed: choice.areListed ? 1 : 0,
      narrowed: choice.compared > rows.length ? 1 : 0,
      choiceProbability: choice.superlative === null ? 0 : Math.min(1, matched.probabilities.totalOfTable),
    },
  });
}

/** The document's rows that show a choice; for a transposed table, the original rows that contain its cells. */
function rowsShown({ matched, rows }: RowChoice): TypedRow[] {
  const { original } = matched.retrieved;
  if (original === undefined) return rows.map(({ row }) => row.row);
  const cells = rows.flatMap((row) => row.cells);
  return original.rows.filter(({ page, start, end }) =>
    cells.some((cell) => cell.page === page && start <= cell.start && cell.end <= end),
  );
}

/** The heading of a list of columns: "Excess: Silver (R 3 000) and Gold (R 1 500)". */
function transposedHeading(choice: RowChoice): string {
  const { matched, rows } = choice;
  const cell = rows[0]?.cells.at(-1);
  if (
    commonFlag(choice) !== null ||
    matched.retrieved.original === undefined ||
    rows.length === 1 ||
    cell === undefined
  )
    return "";
  return `${matched.table.columns[cell.column] ?? ""}: `;
}

/** The "Yes" or "–" that all rows of a list have in one column, with its heading; null if they have none. */
function commonFlag({ matched: { table }, rows }: RowChoice): string | null {
  const [first, ...others] = rows;
  const [cell, ...further] = first?.cells ?? [];
  if (cell === undefined || further.length > 0 || others.length === 0) return null;
  if (cell.kind !== "yes_no" && cell.kind !== "empty") return null;
  const isCommon = others.every(
    ({ cells: [one, ...more] }) => more.length === 0 && one?.column === cell.column && one.text === cell.text,
  );
  const heading = headingOf(table, cell);
  return isCommon && heading !== "" ? `${heading}: ${cell.text}` : null;
}

/** A row with the deciding cells: "Bloemfontein, limit per night: R 1 120,00"; in a list "Packer (R 38,40)". */
function formatChosen(choice: RowChoice, { row, cells }: ChosenRow): string {
  const { matched, rows } = choice;
  const { withSection, withCode } = labelParts(matched, row.at);
  const label = labelOf(row.row, {
    withSection: withSection === true && rows.length === 1,
    withCode,
    columns: matched.table.columns,
  });
  if (cells.length === 0 || commonFlag(choice) !== null) return label;
  if (rows.length > 1) return `${label} (${cells.map(({ text }) => text).join(", ")})`;
  return formatCells(matched.table, row.row, cells, labelParts(matched, row.at));
}

/** What the rows have in common, or the number of rows compared, and the table: " (lowest of 3, Table 2. Rooms)". */
function comparisonNote(choice: RowChoice): string {
  const { superlative, compared, matched, rows } = choice;
  const flag = commonFlag(choice);
  const title = tableTitle(matched);
  if (superlative === null || compared <= rows.length) {
    const parts = [title, flag ?? ""].filter((part) => part !== "");
    return parts.length === 0 ? "" : ` (${parts.join("; ")})`;
  }
  const isOfTimes = rows.every(({ cells }) => cells.at(-1)?.kind === "time");
  const [least, most] = isOfTimes ? ["earliest", "latest"] : ["lowest", "highest"];
  const extreme = superlative.direction === "min" ? least : most;
  return ` (${extreme} of ${compared}${title === "" ? "" : `, ${title}`})`;
}
