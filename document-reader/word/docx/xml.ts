import { Bytes } from "../../bytes.ts";
import { unlessCorrupt } from "../../extraction-error.ts";
import { readXmlTokens } from "./xml-tokens.ts";

/** Attributes by local name; those of the relationships namespace keep its prefix, as in "r:id". */
export type XmlAttributes = Record<string, string | undefined>;

/** Callbacks for reading a part. Element names have the usual prefix ("w:p"), whatever prefix the file itself uses. */
export interface XmlReader {
  open(name: string, attributes: XmlAttributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/**
 * Maps element names to values; a key can be several names separated by spaces. A Map rather than an object, because
 * names come from files and may be "__proto__".
 */
export function byElement<Read>(reads: Record<string, Read>): ReadonlyMap<string, Read> {
  return new Map(
    Object.entries(reads).flatMap(([names, read]) => names.split(" ").map((name) => [name, read] as const)),
  );
}

/** The usual prefixes of the namespaces that are read, of ECMA-376 (transitional) and ISO 29500 (strict). */
const usualPrefix = new Map(
  Object.entries({
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "r",
    "http://purl.oclc.org/ooxml/officeDocument/relationships": "r",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    "http://schemas.openxmlformats.org/drawingml/2006/main": "a",
    "http://purl.oclc.org/ooxml/drawingml/main": "a",
    "http://schemas.openxmlformats.org/drawingml/2006/diagram": "dgm",
    "http://purl.oclc.org/ooxml/drawingml/diagram": "dgm",
    "http://schemas.openxmlformats.org/drawingml/2006/chart": "c",
    "http://purl.oclc.org/ooxml/drawingml/chart": "c",
    "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
    "http://purl.oclc.org/ooxml/officeDocument/math": "m",
    "http://schemas.openxmlformats.org/package/2006/relationships": "rel",
    "http://schemas.openxmlformats.org/package/2006/content-types": "ct",
    "http://purl.org/dc/elements/1.1/": "dc",
  }),
);

/** Limited because every element may declare prefixes, and each time all prefixes in scope are copied. */
const maxPrefixes = 200;

/**
 * Reads an XML part in the encoding that it declares. Never expands entities or follows external references. Throws
 * `corrupt` for a part that is not well formed or has a document type.
 */
export function readXml(bytes: Uint8Array, reader: XmlReader): void {
  const names = new NamespaceScopes();
  readXmlTokens(new TextDecoder(xmlEncoding(bytes)).decode(bytes), {
    open: (name, attributes) => {
      const found = names.enter(attributes);
      reader.open(names.element(name), found);
    },
    close: (name) => {
      reader.close?.(names.element(name));
      names.leave();
    },
    text: (text) => reader.text?.(text),
  });
}

/** Reads a part that the document can do without; stops where it is not well formed. */
export function readOptionalXml(bytes: Uint8Array | null, reader: XmlReader): void {
  if (bytes !== null) unlessCorrupt(() => readXml(bytes, reader));
}

function xmlEncoding(bytes: Uint8Array): string {
  const beginning = new Bytes(bytes).latin1(0, 200);
  if (/^(?:\xff\xfe|<\0)/u.test(beginning)) return "utf-16le";
  if (/^(?:\xfe\xff|\0<)/u.test(beginning)) return "utf-16be";
  const encoding = /^[^<]{0,4}<\?xml[^>]{0,150}?encoding\s{0,5}=\s{0,5}["']([\w.:-]{1,40})/u;
  const label = encoding.exec(beginning)?.[1];
  if (label === undefined || /^utf-?16/iu.test(label)) return "utf-8";
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return "utf-8";
  }
}

interface Scope {
  prefixes: Map<string, string>;
  /** Caches of usual names by qualified name: few elements declare a namespace, and the same names recur. */
  elements: Map<string, string>;
  attributes: Map<string, string>;
}

class NamespaceScopes {
  #scope: Scope = { prefixes: new Map(), elements: new Map(), attributes: new Map() };
  readonly #outer: (Scope | null)[] = [];

  enter(attributes: Record<string, string>): XmlAttributes {
    let declares = false;
    for (const key in attributes) if (key.startsWith("xmlns")) declares = true;
    this.#outer.push(declares ? this.#scope : null);
    if (declares) this.#scope = this.#extended(attributes);
    const found: XmlAttributes = {};
    for (const key in attributes) {
      const name = key.startsWith("xmlns") ? null : this.#attribute(key);
      if (name !== null && attributes[key] !== undefined) found[name] = attributes[key];
    }
    return found;
  }

  leave(): void {
    const outer = this.#outer.pop();
    if (outer) this.#scope = outer;
  }

  element(qualified: string): string {
    return cachedName(this.#scope.elements, qualified, (prefix, local) => {
      const usual = this.#usualPrefix(prefix);
      return usual === "" ? qualified : `${usual}:${local}`;
    });
  }

  #attribute(qualified: string): string {
    return cachedName(this.#scope.attributes, qualified, (prefix, local) =>
      prefix !== "" && this.#usualPrefix(prefix) === "r" ? `r:${local}` : local,
    );
  }

  /** An undeclared prefix is kept, because damaged files still use "w" in its usual meaning. */
  #usualPrefix(prefix: string): string {
    return this.#scope.prefixes.get(prefix) ?? prefix;
  }

  #extended(attributes: Record<string, string>): Scope {
    const prefixes = new Map(this.#scope.prefixes);
    for (const key in attributes) {
      if (key !== "xmlns" && !key.startsWith("xmlns:")) continue;
      const prefix = key.slice(6);
      const uri = (attributes[key] ?? "").trim();
      // An unknown namespace may use a usual prefix such as "w", so it gets a different one.
      if (prefixes.size < maxPrefixes || prefixes.has(prefix))
        prefixes.set(prefix, usualPrefix.get(uri) ?? (prefix === "" ? "" : `?${prefix}`));
    }
    return { prefixes, elements: new Map(), attributes: new Map() };
  }
}

/** The cached name for a qualified name, or else the name that `find` returns for its prefix and local name. */
function cachedName(
  names: Map<string, string>,
  qualified: string,
  find: (prefix: string, local: string) => string,
): string {
  const known = names.get(qualified);
  if (known !== undefined) return known;
  const colon = qualified.indexOf(":");
  const name = find(qualified.slice(0, Math.max(0, colon)), qualified.slice(colon + 1));
  if (names.size < 5_000) names.set(qualified, name);
  return name;
}
