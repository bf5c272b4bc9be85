/**
 * A word of a text, in lower case and NFKC, with its offsets in UTF-16 code units. `parts` are the pieces of a compound
 * with hyphens, slashes or dots ("AB-1234", "e-mail").
 */
export interface Token {
  word: string;
  start: number;
  end: number;
  kind: "word" | "number" | "code" | "bigram";
  parts: readonly string[];
}

const noParts: readonly string[] = [];

/** Longer words are cut, to limit the size of index rows. */
const maxWordLength = 48;

const letter = String.raw`\p{L}\p{M}`;
const bound = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;
const unspaced = String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;

const token = new RegExp(
  [
    // Numbers with thousands in groups of three: 1,299.00 · R1 299,00 · 1.299,00 · 1'299.
    String.raw`(?<number>(?:(?<![${letter}\d])(?:[Rr]|ZAR|USD|EUR|US\$)(?=\d))?(?:(?<![\d.,])\d{1,3}(?:[ \u00a0\u202f,.'’]\d{3})+(?:[.,]\d{1,2})?(?![\d${letter}])` +
      String.raw`|\d+(?:[.,:]\d+)*(?![\d${letter}-])))`,
    String.raw`(?<bound>[${bound}ー]+)`,
    String.raw`(?<unspaced>[${unspaced}]+)`,
    // Words, including those joined by an apostrophe, hyphen, slash, ampersand or dot.
    String.raw`(?<word>['’ʼ]n(?![${letter}])|[${letter}\d]+(?:(?:['’ʼ&_]|[-‐‑./@](?=[${letter}\d]))[${letter}\d]+)*)`,
  ].join("|"),
  "gu",
);

const wordSegmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** The words of a text in order. Never throws. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    const plainEnd = endOfPlainWord(text, at);
    if (plainEnd > at) {
      const word = text.slice(at, Math.min(plainEnd, at + maxWordLength)).toLowerCase();
      tokens.push({ word, start: at, end: plainEnd, kind: "word", parts: noParts });
      at = plainEnd;
    } else if (isBetweenWords(text.charCodeAt(at))) {
      at += 1;
    } else {
      token.lastIndex = at;
      const match = token.exec(text);
      if (match === null) break;
      pushMatch(tokens, match);
      at = token.lastIndex;
    }
  }
  return tokens;
}

/** Directly before an amount. */
const currency = new RegExp(String.raw`(?:(?<![${letter}\d])(?:R|ZAR|USD|EUR)|[$€£])\s?$`, "u");

function pushMatch(tokens: Token[], { index: start, input, groups = {} }: RegExpExecArray): void {
  const { number, bound: run, unspaced: line, word } = groups;
  if (number !== undefined)
    pushNumber(tokens, number, start, currency.test(input.slice(Math.max(0, start - 5), start)));
  else if (run !== undefined) pushBigrams(tokens, run, start);
  else if (line !== undefined) pushSegments(tokens, line, start);
  else if (word !== undefined) pushWord(tokens, word, start);
}

/**
 * The end of a plain word: only a to z, and not joined to the next word by a hyphen or the like; `at` itself if
 * there is none. Most words are plain, and this is ten times as fast as `token`.
 */
function endOfPlainWord(text: string, at: number): number {
  let end = at;
  while (isPlainLetter(text.charCodeAt(end))) end += 1;
  if (end === text.length || isBetweenWords(text.charCodeAt(end))) return end;
  // A full stop ends the word if white space or nothing follows.
  const ends = text[end] === "." && (end + 1 === text.length || isBlank(text.charCodeAt(end + 1)));
  return ends ? end : at;
}

const isPlainLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;
const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);
/** White space, and characters that neither begin a token nor join words: ! " ( ) * + , : ; < = > ? [ ] { | } */
const isBetweenWords = (code: number): boolean => isBlank(code) || betweenWords.has(code);
const betweenWords = new Set([...'!"()*+,:;<=>?[]{|}'].map((mark) => mark.charCodeAt(0)));

/** "1 299,00" and "1,299.00" become 1299, "12.50" becomes 12.5. "3.2.1" stays, because it is a section number. */
export function normalizeNumber(text: string): string {
  const grouped = /^\d{1,3}([ \u00a0\u202f,.'’]\d{3})+([.,]\d{1,2})?$/.test(text);
  if (!grouped)
    return text
      .replace(/^(\d+),(\d+)$/, "$1.$2")
      .replace(/^(\d+\.\d*?)0+$/, "$1")
      .replace(/\.$/, "");
  const decimals = /[.,](\d{1,2})$/.exec(text);
  const whole = (decimals ? text.slice(0, decimals.index) : text).replace(/\D/g, "");
  const rest = decimals?.[1]?.replace(/0+$/, "") ?? "";
  return rest === "" ? whole : `${whole}.${rest}`;
}

function pushNumber(tokens: Token[], found: string, start: number, isAmount: boolean): void {
  const text = found.replace(/^[A-Zr$]+/, "");
  // Separate numbers that look like one with groups of thousands ("2 100 mg") are also found by their parts.
  const mayBeSeveral = !isAmount && text.length === found.length && /[ \u00a0\u202f]/.test(text);
  const parts = mayBeSeveral ? text.split(/[ \u00a0\u202f]/).map(normalizeNumber) : noParts;
  const word = normalizeNumber(text).slice(0, maxWordLength);
  tokens.push({ word, start, end: start + found.length, kind: "number", parts });
}

function pushBigrams(tokens: Token[], run: string, start: number): void {
  const characters = [...run];
  let at = start;
  for (let i = 0; i < Math.max(1, characters.length - 1); i++) {
    const pair = (characters[i] ?? "") + (characters[i + 1] ?? "");
    const word = pair.normalize("NFKC");
    tokens.push({ word, start: at, end: at + pair.length, kind: "bigram", parts: noParts });
    at += characters[i]?.length ?? 0;
  }
}

function pushSegments(tokens: Token[], line: string, start: number): void {
  for (const { segment, index } of wordSegmenter.segment(line.slice(0, 20_000))) {
    const word = segment.slice(0, maxWordLength);
    const from = start + index;
    tokens.push({ word, start: from, end: from + segment.length, kind: "word", parts: noParts });
  }
}

const joint = /[-‐‑./@_&]+/g;

function pushWord(tokens: Token[], text: string, start: number): void {
  const word = text.normalize("NFKC").toLowerCase().replace(/[’ʼ]/g, "'");
  const pieces = word.split(joint).filter((piece) => piece !== "");
  if (pieces.length > 4) {
    // An address or a path is found only by its pieces.
    for (const { 0: piece, index } of text.matchAll(/[^-‐‑./@_&]+/g))
      tokens.push(wordToken(piece.normalize("NFKC").toLowerCase(), start + index, piece.length));
    return;
  }
  const whole = pieces.join("");
  const ordinal = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(whole)?.[1];
  const ofCompound = whole === word ? noParts : pieces.map((piece) => piece.slice(0, maxWordLength));
  // "The 24th of December" is also found as "24 December".
  const parts = ordinal === undefined ? ofCompound : [ordinal];
  tokens.push({ ...wordToken(whole, start, text.length), parts });
}

function wordToken(word: string, start: number, length: number): Token {
  const kind = /\d/.test(word) ? "code" : "word";
  return { word: word.slice(0, maxWordLength), start, end: start + length, kind, parts: noParts };
}
