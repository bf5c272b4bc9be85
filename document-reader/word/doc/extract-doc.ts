import { ExtractionError } from "../../extraction-error.ts";
import type { ExtractedDocument } from "../../extracted-document.ts";
import { finishDocument, headerBlocks } from "../finish-document.ts";
import { oneLine } from "../text-cleaning.ts";
import { defaultSection, type WordBlock, type WordSection } from "../word-block.ts";
import { Bytes } from "../../bytes.ts";
import { CompoundFile, isCompoundFile } from "./compound-file.ts";
import { readDocParts, type DocParts } from "./doc-parts.ts";
import { noAnchors, readDocStory, type Anchors } from "./doc-story.ts";
import { readFib } from "./fib.ts";
import { applySectionSprms } from "./formats.ts";
import { readTitleProperty } from "./summary-information.ts";

/**
 * Text, headings, lists, tables and notes of a .doc file of Word 2, 6, 95 and 97 to 2003, in reading order. Rejects
 * with an ExtractionError: `corrupt`, `too_large`, `password_protected`, `no_text` (only pictures) or `empty`.
 */
export async function extractDoc(bytes: Uint8Array): Promise<ExtractedDocument> {
  if (bytes.length === 0) throw new ExtractionError("empty");
  const file = isCompoundFile(bytes) ? new CompoundFile(bytes) : null;
  // A rights-managed file has only a notice as its text; the document itself is encrypted in another storage.
  if (file?.allNames.some((name) => name.endsWith("DRMContent")) === true)
    throw new ExtractionError("password_protected");
  const nothing = new Bytes(new Uint8Array());
  const stream = file === null ? new Bytes(bytes) : (file.stream("WordDocument") ?? nothing);
  const fib = readFib(stream);
  const tables = fib.generation === 8 ? tableStream(file, fib.tableStream) : stream;
  const parts = readDocParts(fib, stream, tables, file?.stream("Data") ?? nothing);
  const starts = startsOf(parts);
  const anchors = readAnchors(parts, starts);
  const story = readDocStory(parts, 0, fib.lengths.main, anchors);
  const endnotes = readNotes(parts, "endnoteReferences", "endnoteTexts", starts.endnotes);
  const section = anchors.sectionEnds.size;
  const late = [...unanchoredBoxes(parts, starts.textBoxes, anchors), ...endnotes.values()];
  return finishDocument("doc", {
    blocks: [...story.blocks, ...late.map((block) => ({ ...block, section }))],
    sections: readSections(parts),
    headersAndFooters: readHeaders(parts, starts.headers),
    title: story.title,
    titleProperty: readTitleProperty(file?.stream("\u0005SummaryInformation") ?? null),
    hasPictures: parts.hasPictures,
  });
}

function tableStream(file: CompoundFile | null, name: "0Table" | "1Table"): Bytes {
  const other = name === "0Table" ? "1Table" : "0Table";
  const found = file?.stream(name) ?? file?.stream(other);
  if (found === null || found === undefined) throw new ExtractionError("corrupt");
  return found;
}

/** Where footnotes, headers, endnotes and text boxes begin; they follow the main text in this order. */
function startsOf({ fib: { lengths } }: DocParts) {
  const headers = lengths.main + lengths.footnotes;
  const endnotes = headers + lengths.headers + lengths.macros + lengths.comments;
  return { footnotes: lengths.main, headers, endnotes, textBoxes: endnotes + lengths.endnotes };
}

function readAnchors(parts: DocParts, starts: ReturnType<typeof startsOf>): Anchors {
  const { positions } = parts.positions("sections", 12);
  const ends = positions.slice(1, -1).map((position) => position - 1);
  return {
    footnotes: readNotes(parts, "footnoteReferences", "footnoteTexts", starts.footnotes),
    textBoxes: readTextBoxes(parts, starts.textBoxes),
    sectionEnds: new Set(ends),
  };
}

/** Notes by the position of their reference, in order. */
function readNotes(
  parts: DocParts,
  references: "footnoteReferences" | "endnoteReferences",
  texts: "footnoteTexts" | "endnoteTexts",
  start: number,
): Map<number, WordBlock> {
  const anchors = parts.positions(references, 2).positions;
  const bounds = parts.positions(texts, 0).positions;
  const notes = new Map<number, WordBlock>();
  const count = Math.min(anchors.length, bounds.length) - 1;
  for (let index = 0; index < count; index++) {
    const [from = 0, to = 0] = bounds.slice(index, index + 2);
    const { blocks } = readDocStory(parts, start + from, start + to, noAnchors);
    const text = oneLine(blocks.map((block) => block.text).join(" "));
    if (text !== "") notes.set(anchors[index] ?? 0, { kind: "footnote", text, section: 0 });
  }
  return notes;
}

/** Text boxes by the position of their shape; at Infinity those without a shape, which are read after the text. */
function readTextBoxes(parts: DocParts, start: number): Map<number, WordBlock[]> {
  const shapes = parts.positions("shapes", 26);
  const positionOfShape = new Map<number, number>();
  for (let index = 0; index + 1 < shapes.positions.length; index++)
    positionOfShape.set(shapes.entries.u32(index * 26), shapes.positions[index] ?? 0);
  const boxes = parts.positions("textBoxes", 22);
  const found = new Map<number, WordBlock[]>();
  for (let index = 0; index + 1 < boxes.positions.length; index++) {
    const at = positionOfShape.get(boxes.entries.u32(index * 22 + 14)) ?? Infinity;
    const [from = 0, to = 0] = boxes.positions.slice(index, index + 2);
    // After the last text box come the text boxes of headers and footers.
    const end = start + Math.min(to, parts.fib.lengths.textBoxes);
    const { blocks } = readDocStory(parts, start + from, end, noAnchors);
    found.set(at, [...(found.get(at) ?? []), ...blocks]);
  }
  return found;
}

function unanchoredBoxes(parts: DocParts, start: number, { textBoxes }: Anchors): WordBlock[] {
  const length = parts.fib.lengths.textBoxes;
  if (textBoxes.size > 0 || length === 0) return textBoxes.get(Infinity) ?? [];
  return readDocStory(parts, start, start + length, noAnchors).blocks;
}

/** Headers and footers of all sections. The first six stories are separators of notes and are skipped. */
function readHeaders(parts: DocParts, start: number): WordBlock[] {
  const length = parts.fib.lengths.headers;
  if (length === 0) return [];
  const first = parts.fib.generation === 8 ? (parts.positions("headers", 0).positions[6] ?? 0) : 0;
  return headerBlocks(readDocStory(parts, start + first, start + length, noAnchors).blocks);
}

function readSections(parts: DocParts): WordSection[] {
  const { positions, entries } = parts.positions("sections", 12);
  const { fib, stream } = parts;
  return positions.slice(0, -1).map((_, index) => {
    const section: WordSection = { ...defaultSection };
    const at = entries.u32(index * 12 + 2);
    if (at !== 0xffffffff && fib.generation !== 2)
      applySectionSprms(section, stream.slice(at + 2, stream.u16(at)), fib.generation);
    return section;
  });
}
