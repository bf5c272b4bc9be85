import { ExtractionError } from "../../extraction-error.ts";
import type { WordDocument } from "../finish-document.ts";
import { oneLine } from "../text-cleaning.ts";
import type { WordBlock } from "../word-block.ts";
import { readDrawingText } from "./drawing-text.ts";
import { Lists } from "./numbering.ts";
import { WordPackage, type Relationship } from "./package.ts";
import { StoryReader, type DocumentContext } from "./story-reader.ts";
import { StyleSheet } from "./styles.ts";
import { readXml } from "./xml.ts";

/** Reads all parts of a package that carry text. Nothing outside the package is ever opened. */
export function readDocx(bytes: Uint8Array): WordDocument {
  const file = new WordPackage(bytes);
  const main = file.mainPart();
  const relationships = file.relationships(main);
  const related = (kind: string) => file.optional(file.partOfKind(main, relationships, kind));
  const endnotes: WordBlock[] = [];
  const context: DocumentContext = {
    styles: StyleSheet.read(related("styles")),
    lists: new Lists(related("numbering")),
    tables: 0,
    footnote: () => [],
    endnote: () => [],
    drawing: (id) => drawingText(file, relationships.get(id)),
  };
  const footnoteTexts = readNotes(related("footnotes"), context);
  const endnoteTexts = readNotes(related("endnotes"), context);
  context.footnote = (id) => takeNote(footnoteTexts, id);
  context.endnote = (id) => {
    endnotes.push(...takeNote(endnoteTexts, id));
    return [];
  };
  const story = new StoryReader(context);
  readXml(file.require(main), story);
  const section = story.sections.current;
  return {
    blocks: [...story.blocks, ...endnotes.map((note) => ({ ...note, section }))],
    sections: story.sections.sections,
    headersAndFooters: readHeaders(file, story.sections.headerIds, relationships, context),
    title: story.title,
    titleProperty: titleProperty(file),
    hasPictures: file.hasPictures(relationships),
  };
}

function takeNote(notes: Map<string, WordBlock[]>, id: string): WordBlock[] {
  const blocks = notes.get(id) ?? [];
  notes.delete(id);
  return blocks;
}

function readNotes(bytes: Uint8Array | null, context: DocumentContext): Map<string, WordBlock[]> {
  return readStory(bytes, context).notes;
}

/** A part beside the main one, as far as it is well formed. */
function readStory(bytes: Uint8Array | null, context: DocumentContext): StoryReader {
  const story = new StoryReader(context);
  try {
    if (bytes !== null) readXml(bytes, story);
  } catch (error) {
    if (!(error instanceof ExtractionError) || error.code !== "corrupt") throw error;
  }
  return story;
}

function readHeaders(
  file: WordPackage,
  ids: string[],
  relationships: Map<string, Relationship>,
  context: DocumentContext,
): WordBlock[] {
  const seen = new Set<string>();
  const found: WordBlock[] = [];
  for (const target of new Set(ids.map((id) => relationships.get(id)?.target))) {
    const { blocks } = readStory(file.optional(target), context);
    for (const block of blocks) {
      const text = oneLine(block.text);
      // Without letters it was a page number or a rule.
      if (seen.has(text) || !/\p{L}{2}/u.test(text)) continue;
      seen.add(text);
      found.push({ kind: "header_footer", text, section: 0 });
    }
  }
  return found;
}

function drawingText(file: WordPackage, relationship: Relationship | undefined): WordBlock[] {
  const bytes = file.optional(relationship?.target);
  return bytes === null ? [] : readDrawingText(bytes);
}

function titleProperty(file: WordPackage): string | null {
  const core = [...file.relationships("").values()].find(({ kind }) => kind === "core-properties");
  const bytes = file.optional(core?.target ?? "docProps/core.xml");
  if (bytes === null) return null;
  let inTitle = false;
  let title = "";
  try {
    readXml(bytes, {
      open: (name) => {
        inTitle = name === "dc:title";
      },
      close: () => {
        inTitle = false;
      },
      text: (text) => {
        if (inTitle && title.length < 1_000) title += text;
      },
    });
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
  }
  return title;
}
