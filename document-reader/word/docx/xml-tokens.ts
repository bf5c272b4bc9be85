import { ExtractionError } from "../../extraction-error.ts";

/** Callbacks for the tokens of an XML text. Names have their prefixes, as written. */
export interface XmlTokenHandler {
  open(name: string, attributes: Record<string, string>): void;
  close(name: string): void;
  text(text: string): void;
}

/** Deeper than any Word document. */
const maxDepth = 1_000;
/** Maximum for one element. */
const maxAttributes = 1_000;

const slash = 0x2f;
const equals = 0x3d;
const greaterThan = 0x3e;
const exclamationMark = 0x21;
const questionMark = 0x3f;

/**
 * Splits XML 1.0 into tokens, as far as Office Open XML uses it. Document types are not allowed, so the only
 * references are the five predefined entities and character references. Throws `corrupt` for text that has a document
 * type or is not well formed, `too_complex` for absurdly deep nesting. Runs in linear time.
 */
export function readXmlTokens(xml: string, handler: XmlTokenHandler): void {
  const path: string[] = [];
  let at = 0;
  for (;;) {
    const next = xml.indexOf("<", at);
    if (next === -1) throw new ExtractionError("corrupt");
    if (next > at && path.length > 0) handler.text(unescaped(xml.slice(at, next)));
    const mark = xml.charCodeAt(next + 1);
    if (mark === slash) {
      const end = endOf(xml, ">", next + 2);
      const name = xml.slice(next + 2, end).trimEnd();
      if (path.pop() !== name) throw new ExtractionError("corrupt");
      handler.close(name);
      at = end + 1;
    } else if (mark === questionMark) at = endOf(xml, "?>", next + 2) + 2;
    else if (mark === exclamationMark) at = readMarkup(xml, next, path.length > 0 ? handler : null);
    else at = readTag(xml, next + 1, handler, path);
    // Anything after the root element is ignored.
    if (path.length === 0 && (mark === slash || isNameStart(mark))) return;
  }
}

/** Whether a name can begin with this character. */
const isNameStart = (code: number): boolean => code > greaterThan && code !== questionMark;

/** Reads a comment or a CDATA section; throws `corrupt` for a document type, which is not allowed. */
function readMarkup(xml: string, at: number, handler: XmlTokenHandler | null): number {
  if (xml.startsWith("<!--", at)) return endOf(xml, "-->", at + 4) + 3;
  if (!xml.startsWith("<![CDATA[", at)) throw new ExtractionError("corrupt");
  const end = endOf(xml, "]]>", at + 9);
  handler?.text(xml.slice(at + 9, end));
  return end + 3;
}

/** Reads a start tag whose name begins at `start`; returns where the tag ends. */
function readTag(xml: string, start: number, handler: XmlTokenHandler, path: string[]): number {
  if (!isNameStart(xml.charCodeAt(start))) throw new ExtractionError("corrupt");
  let at = endOfName(xml, start);
  const name = xml.slice(start, at);
  const attributes: Record<string, string> = {};
  for (let count = 0; ; count++) {
    at = endOfSpace(xml, at);
    const code = xml.charCodeAt(at);
    if (code === greaterThan || code === slash) break;
    if (count >= maxAttributes) throw new ExtractionError("too_complex");
    const nameEnd = endOfName(xml, at);
    const sign = endOfSpace(xml, nameEnd);
    const open = endOfSpace(xml, sign + 1);
    const quote = xml.charAt(open);
    if (nameEnd === at || xml.charCodeAt(sign) !== equals || (quote !== '"' && quote !== "'"))
      throw new ExtractionError("corrupt");
    const close = endOf(xml, quote, open + 1);
    attributes[xml.slice(at, nameEnd)] = unescaped(xml.slice(open + 1, close));
    at = close + 1;
  }
  const isEmpty = xml.charCodeAt(at) === slash;
  if (isEmpty && xml.charCodeAt(at + 1) !== greaterThan) throw new ExtractionError("corrupt");
  handler.open(name, attributes);
  if (isEmpty) handler.close(name);
  else if (path.push(name) > maxDepth) throw new ExtractionError("too_complex");
  return at + (isEmpty ? 2 : 1);
}

function endOfName(xml: string, start: number): number {
  let at = start;
  for (; at < xml.length; at++) {
    const code = xml.charCodeAt(at);
    if (code <= 0x20 || code === greaterThan || code === slash || code === equals || code === 0x3c) break;
  }
  return at;
}

function endOfSpace(xml: string, start: number): number {
  let at = start;
  while (at < xml.length && xml.charCodeAt(at) <= 0x20) at++;
  return at;
}

function endOf(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from);
  if (at === -1) throw new ExtractionError("corrupt");
  return at;
}

const namedCharacters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Replaces references by their characters; unknown ones stay as they are. */
function unescaped(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,4}));/gu, (all, decimal, hex, name) => {
    if (name !== undefined) return namedCharacters[name] ?? all;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}
