import type { ExtractedDocument } from "../../extracted-document.ts";
import { ExtractionError } from "../../extraction-error.ts";
import { finishDocument, headerBlocks } from "../finish-document.ts";
import { visibleText } from "../text-cleaning.ts";
import type { WordBlock } from "../word-block.ts";
import { Lists } from "./numbering.ts";
import { WordPackage, type Relationship } from "./package.ts";
import { StoryReader, type DocumentContext } from "./story-reader.ts";
import { StyleSheet } from "./styles.ts";
import { readOptionalXml, readXml } from "./xml.ts";

/**
 * Text, headings, lists, tables and notes of a .docx file (also .dotx content), in reading order. Reads all parts of
 * the package that have text; never opens anything outside it. Rejects with an ExtractionError: `corrupt`,
 * `too_large`, `too_complex`, `password_protected`, `no_text` (only pictures) or `empty`.
 */
export async function extractDocx(bytes: Uint8Array): Promise<ExtractedDocument> {
  if (bytes.length === 0) throw new ExtractionError("empty");
  const file = new WordPackage(bytes);
  const main = file.mainPart();
  const relationships = file.relationships(main);
  const related = (kind: string) => file.optional(file.partOfKind(main, relationships, kind));
  const endnotes: WordBlock[] = [];
  const context: DocumentContext = {
    styles: new StyleSheet(related("styles")),
    lists: new Lists(related("numbering")),
    tableCount: 0,
    footnote: () => [],
    endnote: () => undefined,
    drawing: (id) => readDrawingText(file.optional(relationships.get(id)?.target)),
  };
  const footnoteTexts = readStory(related("footnotes"), context).notes;
  const endnoteTexts = readStory(related("endnotes"), context).notes;
  context.footnote = (id) => takeNote(footnoteTexts, id);
  context.endnote = (id) => endnotes.push(...takeNote(endnoteTexts, id));
  const story = new StoryReader(context);
  readXml(file.require(main), story);
  const section = story.sections.current;
  return finishDocument("docx", {
    blocks: [...story.blocks, ...endnotes.map((note) => ({ ...note, section }))],
    sections: story.sections.sections,
    headersAndFooters: readHeaders(file, story.sections.headerIds, relationships, context),
    title: story.title,
    titleProperty: titleProperty(file),
    hasPictures: file.hasPictures(relationships),
  });
}

function takeNote(notes: Map<string, WordBlock[]>, id: string): WordBlock[] {
  const blocks = notes.get(id) ?? [];
  notes.delete(id);
  return blocks;
}

/** Reads a part other than the main one. */
function readStory(bytes: Uint8Array | null, context: DocumentContext): StoryReader {
  const story = new StoryReader(context);
  readOptionalXml(bytes, story);
  return story;
}

function readHeaders(
  file: WordPackage,
  ids: string[],
  relationships: Map<string, Relationship>,
  context: DocumentContext,
): WordBlock[] {
  const targets = new Set(ids.map((id) => relationships.get(id)?.target));
  return headerBlocks([...targets].flatMap((target) => readStory(file.optional(target), context).blocks));
}

function titleProperty(file: WordPackage): string {
  const core = [...file.relationships("").values()].find(({ kind }) => kind === "core-properties");
  let inTitle = false;
  let title = "";
  readOptionalXml(file.optional(core?.target ?? "docProps/core.xml"), {
    open(name) {
      inTitle = name === "dc:title";
    },
    close() {
      inTitle = false;
    },
    text(text) {
      if (inTitle && title.length < 1_000) title += text;
    },
  });
  return title;
}

/** The paragraphs of a diagram part, or the titles and category names of a chart part. */
function readDrawingText(bytes: Uint8Array | null): WordBlock[] {
  const blocks: WordBlock[] = [];
  let paragraph = "";
  let isText = false;
  readOptionalXml(bytes, {
    open(name) {
      if (name === "a:p") paragraph = "";
      isText = name === "a:t";
    },
    close(name) {
      isText = false;
      if (name !== "a:p" || paragraph.trim() === "") return;
      blocks.push({ kind: "paragraph", text: paragraph, section: 0 });
      paragraph = "";
    },
    text(text) {
      if (isText) paragraph += visibleText(text);
    },
  });
  return blocks;
}
