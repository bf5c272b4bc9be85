import { tableBlocks, type WordCell, type WordRow } from "../table-rows.ts";
import type { WordBlock } from "../word-block.ts";
import { isOn, wholeNumber, type StyleSheet } from "./styles.ts";
import type { XmlAttributes } from "./xml.ts";

interface OpenTable {
  /** Whether the table uses the special formatting that its style may have for the first row. */
  styledFirstRow: boolean;
  styleId: string | null;
  rows: WordRow[];
  row: (WordRow & { deleted: boolean }) | null;
  cell: WordCell | null;
}

/** The tables that are open at the current position of a part; tables can be nested. */
export class OpenTables {
  readonly #open: OpenTable[] = [];

  openTable(): void {
    this.#open.push({ styleId: null, styledFirstRow: false, rows: [], row: null, cell: null });
  }

  openRow(): void {
    const table = this.#open.at(-1);
    if (table !== undefined) table.row = { cells: [], header: false, skipped: 0, deleted: false };
  }

  /** Returns the list that the blocks of the new cell are added to. */
  openCell(): WordBlock[] {
    const table = this.#open.at(-1);
    const cell: WordCell = { blocks: [], span: 1, mergedUp: false, shaded: false };
    if (table !== undefined) table.cell = cell;
    table?.row?.cells.push(cell);
    return cell.blocks;
  }

  closeRow(): void {
    const table = this.#open.at(-1);
    if (table?.row?.deleted === false) table.rows.push(table.row);
    if (table !== undefined) table.row = null;
  }

  closeTable(document: { styles: StyleSheet; tableCount: number }, section: number): WordBlock[] {
    const table = this.#open.pop();
    const first = table?.rows[0];
    if (table === undefined || first === undefined) return [];
    if (table.styledFirstRow && table.styleId !== null && document.styles.setsFirstRowApart(table.styleId))
      first.header = true;
    return tableBlocks(table.rows, document, section);
  }

  /** Applies a property to the innermost table, its current row or its current cell. */
  property(name: string, attributes: XmlAttributes): void {
    const table = this.#open.at(-1);
    if (table === undefined) return;
    const { row, cell } = table;
    const value = attributes["val"];
    if (name === "w:tblStyle") table.styleId = value ?? null;
    else if (name === "w:tblLook") table.styledFirstRow = usesFirstRow(attributes);
    else if (row === null) return;
    else if (name === "w:tblHeader") row.header = isOn(value);
    else if (name === "w:gridBefore") row.skipped = Math.min(100, wholeNumber(value, 0));
    else if (name === "w:del") row.deleted = true;
    else if (cell !== null) cellProperty(cell, name, attributes);
  }
}

function cellProperty(cell: WordCell, name: string, attributes: XmlAttributes): void {
  const value = attributes["val"];
  if (name === "w:gridSpan") cell.span = Math.min(100, wholeNumber(value, 1));
  else if (name === "w:vMerge") cell.mergedUp = value !== "restart";
  else if (name === "w:shd") cell.shaded = /^(?!f{6})[\da-f]{6}$/iu.test(attributes["fill"] ?? "");
}

function usesFirstRow(look: XmlAttributes): boolean {
  if (look["firstRow"] !== undefined) return isOn(look["firstRow"]);
  return (Number.parseInt(look["val"] ?? "0", 16) & 0x20) !== 0;
}
