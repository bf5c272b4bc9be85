import { posix } from "node:path";
import { ExtractionError, unlessCorrupt } from "../../extraction-error.ts";
import { ZipArchive } from "../../zip/zip-archive.ts";
import { readOptionalXml } from "./xml.ts";

export interface Relationship {
  /** The last segment of its type URI, such as "footnotes"; the same in transitional and strict files. */
  kind: string;
  /** Name of the part in the package; `null` if it points outside, because nothing is ever fetched. */
  target: string | null;
}

/** An Office Open XML package (ECMA-376 part 2): parts, and the relationships between them. */
export class WordPackage {
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
