import { posix } from "node:path";
import type { ExtractedDocument } from "../../extracted-document.ts";
import { ExtractionError, unlessCorrupt } from "../../extraction-error.ts";
import { finishDocument, headerBlocks } from "../finish-document.ts";
import { visibleText } from "../text-cleaning.ts";
import type { WordBlock } from "../word-block.ts";
import { Lists } from "./numbering.ts";
import { StoryReader, type DocumentContext } from "./story-reader.ts";
import { StyleSheet } from "./styles.ts";
import { readOptionalXml, readXml } from "./xml.ts";
import { ZipArchive } from "../../zip/zip-archive.ts";

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
  const context: DocumentContext = {
    styles: new StyleSheet(related("styles")),
    lists: new Lists(related("numbering")),
    tableCount: 0,
    footnotes: new Map(),
    endnotes: new Map(),
    usedEndnotes: [],
    drawing: (id) => readDrawingText(file.optional(relationships.get(id)?.target)),
  };
  const footnotes = readStory(related("footnotes"), context).notes;
  const endnotes = readStory(related("endnotes"), context).notes;
  Object.assign(context, { footnotes, endnotes });
  const story = new StoryReader(context);
  readXml(file.require(main), story);
  const { current: section, headerIds, sections } = story.sections;
  const late = context.usedEndnotes.map((note) => ({ ...note, section }));
  const headers = new Set(headerIds.map((id) => relationships.get(id)?.target));
  const inHeaders = [...headers].flatMap((target) => readStory(file.optional(target), context).blocks);
  return finishDocument("docx", {
    blocks: [...story.blocks, ...late],
    sections,
    headersAndFooters: headerBlocks(inHeaders),
    title: story.title,
    titleProperty: titleProperty(file),
    hasPictures: file.hasPictures(relationships),
  });
}

/** Reads a part other than the main one. */
function readStory(bytes: Uint8Array | null, context: DocumentContext): StoryReader {
  const story = new StoryReader(context);
  readOptionalXml(bytes, story);
  return story;
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

interface Relationship {
  /** The last segment of its type URI, such as "footnotes"; the same in transitional and strict files. */
  kind: string;
  /** Name of the part in the package; `null` if it points outside, because nothing is ever fetched. */
  target: string | null;
}

/** An Office Open XML package (ECMA-376 part 2): parts, and the relationships between them. */
class WordPackage {
  readonly #archive: ZipArchive;

  constructor(bytes: Uint8Array) {
    this.#archive = new ZipArchive(bytes);
  }

  /** A part that the document cannot be read without; throws `corrupt` if it is missing or damaged. */
  require(name: string): Uint8Array {
    const bytes = this.#archive.read(name);
    if (bytes === null) throw new ExtractionError("corrupt");
    return bytes;
  }

  /** A part that the document can be read without; `null` if it is missing or damaged. */
  optional(name: string | null | undefined): Uint8Array | null {
    return name === null || name === undefined ? null : unlessCorrupt(() => this.#archive.read(name));
  }

  /** Name of the main document part: by relationship, else by content type, else by its usual name. */
  mainPart(): string {
    const named = [...this.relationships("").values()].find(({ kind }) => kind === "officeDocument");
    const candidates = [named?.target, this.#mainByContentType(), "word/document.xml"];
    const found = candidates.find((name) => typeof name === "string" && this.#archive.has(name));
    const guess = found ?? this.#archive.names.find((name) => /(^|\/)document\d*\.xml$/iu.test(name));
    if (guess === undefined) throw new ExtractionError("corrupt");
    return guess;
  }

  /** Relationships of a part, by id; for "" those of the whole package. */
  relationships(part: string): Map<string, Relationship> {
    const slash = part.lastIndexOf("/") + 1;
    const found = new Map<string, Relationship>();
    readOptionalXml(this.optional(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`), {
      open(name, { Id, Type = "", Target, TargetMode }) {
        if (name !== "rel:Relationship" || Id === undefined || Target === undefined) return;
        const external = TargetMode === "External" || /^[a-z][a-z\d+.-]+:/iu.test(Target);
        const kind = Type.slice(Type.lastIndexOf("/") + 1);
        found.set(Id, { kind, target: external ? null : resolveTarget(part.slice(0, slash), Target) });
      },
    });
    return found;
  }

  /**
   * Whether the document has pictures or embedded objects; if it has no text either, it is a scan. Those of
   * headers and footers, such as a logo, do not count.
   */
  hasPictures(relationships: Map<string, Relationship>): boolean {
    const inMargins = this.#archive.names
      .filter((name) => /(^|\/)(header|footer)[^/]*\.xml$/iu.test(name))
      .flatMap((part) => [...this.relationships(part).values()].map(({ target }) => target));
    const own = new Set([...relationships.values()].map(({ target }) => target));
    return this.#archive.names.some(
      (name) =>
        /(^|\/)(media|embeddings)\/[^/]+$/iu.test(name) && (own.has(name) || !inMargins.includes(name)),
    );
  }

  /** Name of the part of a kind: by a relationship of `main`, else by its usual name in the same folder. */
  partOfKind(main: string, relationships: Map<string, Relationship>, kind: string): string | null {
    for (const { kind: found, target } of relationships.values())
      if (found === kind && target !== null && this.#archive.has(target)) return target;
    const usual = `${main.slice(0, main.lastIndexOf("/") + 1)}${kind}.xml`;
    return this.#archive.has(usual) ? usual : null;
  }

  #mainByContentType(): string | null {
    let main: string | null = null;
    readOptionalXml(this.optional("[Content_Types].xml"), {
      open(name, { PartName, ContentType }) {
        if (name !== "ct:Override" || PartName === undefined || ContentType === undefined) return;
        // document.main+xml, template.main+xml and their macro-enabled variants.
        if (/word.*\.main\+xml$/iu.test(ContentType)) main ??= resolveTarget("", PartName);
      },
    });
    return main;
  }
}

function resolveTarget(base: string, target: string): string {
  const path = percentDecoded(target.replaceAll("\\", "/").replace(/[?#].*$/u, ""));
  return posix.resolve("/", base, path).slice(1);
}

function percentDecoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
