import { ExtractionError } from "../../extraction-error.ts";

/** What a well-formed text consists of. Names are as written, with their prefixes. */
export interface XmlTokens {
  open(name: string, attributes: Record<string, string>): void;
  close(name: string): void;
  text(text: string): void;
}

/** Deeper than any document of Word. */
const maxDepth = 1_000;
/** Of one element. */
const maxAttributes = 1_000;

const slash = 0x2f;
const equals = 0x3d;
const greaterThan = 0x3e;
const exclamationMark = 0x21;
const questionMark = 0x3f;

/**
 * Splits XML 1.0 into tokens, the parts of it that Office Open XML uses: a document type makes it
 * `corrupt`, so there are no entities but the five of XML itself and character numbers. Text that is
 * not well formed is `corrupt`, absurdly nested text `too_complex`. Runs in linear time.
 */
export function readXmlTokens(xml: string, tokens: XmlTokens): void {
  const path: string[] = [];
  let at = 0;
  for (;;) {
    const next = xml.indexOf("<", at);
    if (next === -1) throw new ExtractionError("corrupt");
    if (next > at && path.length > 0) tokens.text(unescaped(xml.slice(at, next)));
    const mark = xml.charCodeAt(next + 1);
    if (mark === slash) {
      const end = endOf(xml, ">", next + 2);
      const name = xml.slice(next + 2, end).trimEnd();
      if (path.pop() !== name) throw new ExtractionError("corrupt");
      tokens.close(name);
      at = end + 1;
    } else if (mark === questionMark) at = endOf(xml, "?>", next + 2) + 2;
    else if (mark === exclamationMark) at = readMarkup(xml, next, path.length > 0 ? tokens : null);
    else at = readTag(xml, next + 1, tokens, path);
    // What follows the root is of no account.
    if (path.length === 0 && (mark === slash || isName(mark))) return;
  }
}

/** Whether a name can begin so. */
const isName = (code: number): boolean => code > greaterThan && code !== questionMark;

/** A comment, a CDATA section or, which is not allowed, a document type. */
function readMarkup(xml: string, at: number, tokens: XmlTokens | null): number {
  if (xml.startsWith("<!--", at)) return endOf(xml, "-->", at + 4) + 3;
  if (!xml.startsWith("<![CDATA[", at)) throw new ExtractionError("corrupt");
  const end = endOf(xml, "]]>", at + 9);
  tokens?.text(xml.slice(at + 9, end));
  return end + 3;
}

/** Reads a start tag whose name begins at `start`; tells where it ends. */
function readTag(xml: string, start: number, tokens: XmlTokens, path: string[]): number {
  if (!isName(xml.charCodeAt(start))) throw new ExtractionError("corrupt");
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
  tokens.open(name, attributes);
  if (isEmpty) tokens.close(name);
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

/** Writes references as their characters; what is none stays as it is. */
function unescaped(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,4}));/gu, (all, decimal, hex, name) => {
    if (name !== undefined) return namedCharacters[name] ?? all;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}
