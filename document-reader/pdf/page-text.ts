import type { TextBox } from "../../contract/documents.ts";
import type { Block } from "../extracted-document.ts";
import { toPageBox, type PageGeometry } from "./frame.ts";
import type { LayoutBlock } from "./layout-block.ts";
import { lineJoint, lineText } from "./line-text.ts";
import { segmentBottom, segmentTop, type Segment } from "./segments.ts";

/** The text of a block, and the characters of it that each line has. */
export interface BlockText {
  text: string;
  lines: { line: Segment; start: number; end: number }[];
  /** The position of each cell's text, by the cell's lines. */
  cells: Map<Segment[], { start: number; end: number }>;
}

/** Joins the lines of a block; the cells of a row are separated by " | ". */
export function blockText(block: LayoutBlock, hyphenated: Set<string>): BlockText {
  const result: BlockText = { text: "", lines: [], cells: new Map() };
  for (const cell of block.cells ?? [block.lines]) {
    const before = result.text.length;
    if (before > 0) result.text += " | ";
    const start = result.text.length;
    for (const line of cell) addLine(result, line, start, hyphenated);
    if (result.text.length === start) result.text = result.text.slice(0, before);
    else result.cells.set(cell, { start, end: result.text.length });
  }
  return result;
}

function addLine(result: BlockText, line: Segment, cellStart: number, hyphenated: Set<string>): void {
  const text = lineText(line);
  if (text === "") return;
  if (result.text.length > cellStart) {
    const { drop, glue } = lineJoint(result.text.slice(cellStart), text, hyphenated);
    if (drop > 0) {
      result.text = result.text.slice(0, -drop);
      const last = result.lines.at(-1);
      if (last !== undefined) last.end -= drop;
    }
    result.text += glue;
  }
  result.lines.push({ line, start: result.text.length, end: result.text.length + text.length });
  result.text += text;
}

export interface PageBlock extends BlockText {
  layout: LayoutBlock;
  /** 0-based. */
  page: number;
  /** The direction of most of the page's text. Text in other directions is a stamp or a label. */
  mainAngle: number | "vertical";
  kind: Block["kind"];
  /** Further properties of the resulting block. */
  marks: Pick<Block, "level" | "continues">;
}

/** Assembles a page from its blocks: its text, its line boxes, and the blocks with their offsets. */
export function assemblePage(page: number, geometry: PageGeometry, found: PageBlock[]) {
  let text = "";
  const boxes: TextBox[] = [];
  const blocks: Block[] = [];
  const placed = new Map<Segment[], { start: number; end: number }>();
  for (const { text: own, lines, cells, layout, kind, marks } of found) {
    if (own === "") continue;
    if (text !== "") text += "\n";
    const start = text.length;
    text += own;
    for (const { line, start: from, end } of lines) {
      boxes.push({ start: start + from, end: start + end, ...lineBox(geometry, line) });
    }
    for (const [cell, { start: from, end }] of cells)
      placed.set(cell, { start: start + from, end: start + end });
    const block: Block = { kind, page, start, end: text.length, ...marks };
    if (layout.table !== undefined) block.table = layout.table;
    if (layout.header === true) block.tableHeader = true;
    if (layout.places !== undefined)
      block.cells = layout.places.flatMap(({ lines: cellLines, column, columns }) => {
        const place = placed.get(cellLines);
        return place === undefined ? [] : [{ column, columns, page, ...place }];
      });
    blocks.push(block);
  }
  const width = round(geometry.width);
  const height = round(geometry.height);
  return { page: { page, width, height, text, boxes }, blocks };
}

function lineBox(geometry: PageGeometry, line: Segment): Pick<TextBox, "x" | "y" | "width" | "height"> {
  const top = Math.min(segmentTop(line) - line.size * 0.05, line.base - line.size * 0.77);
  const bottom = segmentBottom(line) + line.size * 0.05;
  const box = toPageBox(geometry, line.frame, { u0: line.u0, v0: top, u1: line.u1, v1: bottom });
  return { x: round(box.x), y: round(box.y), width: round(box.width), height: round(box.height) };
}

const round = (points: number): number => Math.round(points * 10) / 10;
