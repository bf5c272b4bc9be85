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
  const fib = readFib(stream, file);
  const parts = readDocParts(fib, file?.stream("Data") ?? nothing);
  const starts = startsOf(parts);
  const sectionEnds = parts.entries("sections", 12).map(({ end }) => end - 1);
  const anchors: Anchors = {
    footnotes: readNotes(parts, "footnote", starts.footnotes),
    textBoxes: readTextBoxes(parts, starts.textBoxes),
    sectionEnds: new Set(sectionEnds.slice(0, -1)),
  };
  const story = readDocStory(parts, 0, fib.lengths.main, anchors);
  const endnotes = readNotes(parts, "endnote", starts.endnotes);
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

/** Where footnotes, headers, endnotes and text boxes begin; they follow the main text in this order. */
function startsOf({ fib: { lengths } }: DocParts) {
  const headers = lengths.main + lengths.footnotes;
  const endnotes = headers + lengths.headers + lengths.macros + lengths.comments;
  return { footnotes: lengths.main, headers, endnotes, textBoxes: endnotes + lengths.endnotes };
}

/** Notes by the position of their reference, in order. */
function readNotes(parts: DocParts, kind: "footnote" | "endnote", start: number): Map<number, WordBlock> {
  const texts = parts.entries(`${kind}Texts`, 0);
  const notes = new Map<number, WordBlock>();
  for (const [index, reference] of parts.entries(`${kind}References`, 2).entries()) {
    const own = texts[index];
    if (own === undefined) break;
    const { blocks } = readDocStory(parts, start + own.start, start + own.end, noAnchors);
    const text = oneLine(blocks.map((block) => block.text).join(" "));
    if (text !== "") notes.set(reference.start, { kind: "footnote", text, section: 0 });
  }
  return notes;
}

/** Text boxes by the position of their shape; at Infinity those without a shape, which are read after the text. */
function readTextBoxes(parts: DocParts, start: number): Map<number, WordBlock[]> {
  const { tables, lengths } = parts.fib;
  const shapes = parts.entries("shapes", 26).map((shape) => [tables.u32(shape.at), shape.start] as const);
  const positionOfShape = new Map(shapes);
  const found = new Map<number, WordBlock[]>();
  for (const box of parts.entries("textBoxes", 22)) {
    const at = positionOfShape.get(tables.u32(box.at + 14)) ?? Infinity;
    // After the last text box come the text boxes of headers and footers.
    const end = start + Math.min(box.end, lengths.textBoxes);
    const { blocks } = readDocStory(parts, start + box.start, end, noAnchors);
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
  const first = parts.fib.generation === 8 ? (parts.entries("headers", 0)[5]?.end ?? 0) : 0;
  return headerBlocks(readDocStory(parts, start + first, start + length, noAnchors).blocks);
}

function readSections(parts: DocParts): WordSection[] {
  const { stream, tables, generation } = parts.fib;
  return parts.entries("sections", 12).map((entry) => {
    const section: WordSection = { ...defaultSection };
    const at = tables.u32(entry.at + 2);
    if (at !== 0xffffffff && generation !== 2)
      applySectionSprms(section, stream.slice(at + 2, stream.u16(at)), generation);
    return section;
  });
}
