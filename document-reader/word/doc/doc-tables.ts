import { tableBlocks, type WordCell, type WordRow } from "../table-rows.ts";
import type { WordBlock } from "../word-block.ts";
import type { DocParts } from "./doc-parts.ts";
import type { ParagraphFormat } from "./formats.ts";

interface OpenTable {
  rows: WordRow[];
  cells: WordCell[];
  blocks: WordBlock[];
}

/** Puts blocks into tables by the table depth of their paragraphs; tables can be nested. */
export class DocTables {
  readonly blocks: WordBlock[] = [];
  readonly #parts: DocParts;
  readonly #open: OpenTable[] = [];

  constructor(parts: DocParts) {
    this.#parts = parts;
  }

  /** Opens or closes tables until `depth` of them are open. */
  enter(depth: number, section: number): void {
    while (this.#open.length > depth) this.#close(section);
    while (this.#open.length < depth) this.#open.push({ rows: [], cells: [], blocks: [] });
  }

  add(block: WordBlock): void {
    (this.#open.at(-1)?.blocks ?? this.blocks).push(block);
  }

  endCell(): void {
    const table = this.#open.at(-1);
    if (table === undefined) return;
    table.cells.push({ blocks: table.blocks, span: 1, mergedUp: false, shaded: false });
    table.blocks = [];
  }

  get rowHasCells(): boolean {
    return (this.#open.at(-1)?.cells.length ?? 0) > 0;
  }

  endRow(format: ParagraphFormat): void {
    const table = this.#open.at(-1);
    if (table === undefined) return;
    if (table.blocks.length > 0) this.endCell();
    const cellBytes = this.#parts.fib.generation === 8 ? 20 : 10;
    table.rows.push({
      cells: merged(table.cells, format, cellBytes),
      header: format.tableHeader ?? false,
      skipped: 0,
    });
    table.cells = [];
  }

  #close(section: number): void {
    const table = this.#open.at(-1);
    if (table === undefined) return;
    if (table.cells.length > 0 || table.blocks.length > 0) this.endRow({});
    this.#open.pop();
    for (const block of tableBlocks(table.rows, this.#parts, section)) this.add(block);
  }
}

/** Applies the merge flags of a row's cell descriptions (MS-DOC 2.9.317, TC80). */
function merged(cells: WordCell[], { tableCells }: ParagraphFormat, cellBytes: number): WordCell[] {
  if (tableCells === undefined) return cells;
  const count = tableCells.u8(0);
  const first = 1 + (count + 1) * 2;
  const shown: WordCell[] = [];
  for (const [index, cell] of cells.entries()) {
    const flags = index < count ? tableCells.u16(first + index * cellBytes) : 0;
    cell.mergedUp = cellBytes === 20 && (flags & 0x60) === 0x20;
    const mergedLeft = (flags & 3) === 2;
    const before = shown.at(-1);
    if (mergedLeft && cell.blocks.length === 0 && before !== undefined) before.span++;
    else if (!mergedLeft || cell.blocks.length > 0) shown.push(cell);
  }
  return shown;
}
