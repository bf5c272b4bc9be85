import type { TypedRow } from "../../ingestion/tables/stored-table.ts";
import { showsAskedKind, type RowChoice } from "./choose-rows.ts";
import type { ChosenRow } from "./limits.ts";
import { namedShareOfLabel } from "./match-table.ts";
import { clip, formatCells, joinList, labelOf, needsSection } from "./format-row.ts";
import { markLength } from "../extractive/leading-marks.ts";
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

/** The heading of a list of columns: "Roadside help: Silver (Yes) and Gold (Yes)". */
function transposedHeading({ matched, rows }: RowChoice): string {
  const cell = rows[0]?.cells.at(-1);
  if (matched.retrieved.original === undefined || rows.length === 1 || cell === undefined) return "";
  return `${matched.table.columns[cell.column] ?? ""}: `;
}

/** A row with the deciding cells: "Bloemfontein, limit per night: R 1 120,00"; in a list "Packer (R 38,40)". */
function formatChosen({ matched, rows }: RowChoice, { row, cells }: ChosenRow): string {
  const label = labelOf(row.row, rows.length === 1 && needsSection(matched, row.at));
  if (cells.length === 0) return label;
  if (rows.length > 1) return `${label} (${cells.map(({ text }) => text).join(", ")})`;
  return formatCells(matched.table, row.row, cells, needsSection(matched, row.at));
}

const maxCaptionLength = 60;
/** "E. Optional benefits" */
const captionLetter = /^\p{Lu}[.)]\s+/u;

/** The number of rows compared, and the table: " (lowest of 3, Table 2. Rooms)". */
function comparisonNote({ superlative, compared, matched, rows }: RowChoice): string {
  const { caption, headingPath } = matched.retrieved.table;
  const name =
    caption !== null && caption.length <= maxCaptionLength && !caption.endsWith(".")
      ? caption
      : headingPath.at(-1);
  const title = name?.slice(markLength(name)).replace(captionLetter, "").replace(/:$/u, "") ?? "";
  if (superlative === null || compared <= rows.length) return title === "" ? "" : ` (${title})`;
  const isOfTimes = rows.every(({ cells }) => cells.at(-1)?.kind === "time");
  const [least, most] = isOfTimes ? ["earliest", "latest"] : ["lowest", "highest"];
  const extreme = superlative.direction === "min" ? least : most;
  return ` (${extreme} of ${compared}${title === "" ? "" : `, ${title}`})`;
}
