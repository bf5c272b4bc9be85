import { TextDecoder } from "node:util";
import type { Bytes } from "./bytes.ts";
import type { Fib } from "./fib.ts";

export interface Font {
  name: string;
  /** Windows character set number. */
  charset: number;
}

/** The fonts of a document by index: their names tell symbols, their character sets one-byte text. */
export function readFonts(tables: Bytes, fib: Fib): Font[] {
  const { offset, length } = fib.table("fonts");
  const table = tables.slice(offset, length);
  const wide = fib.generation === 8;
  const fonts: Font[] = [];
  for (let at = wide ? 4 : 2; at < table.length && fonts.length < 5_000;) {
    const size = table.u8(at) + 1;
    const entry = table.slice(at, size);
    const name = wide ? entry.utf16(40, (size - 40) / 2) : entry.latin1(6, size - 6);
    fonts.push({ name: name.split("\0")[0] ?? "", charset: entry.u8(4) });
    at += size;
  }
  return fonts;
}

const codePageOfCharset: Record<number, string> = {
  77: "macintosh",
  128: "shift_jis",
  129: "euc-kr",
  134: "gbk",
  136: "big5",
  161: "windows-1253",
  162: "windows-1254",
  163: "windows-1258",
  177: "windows-1255",
  178: "windows-1256",
  186: "windows-1257",
  204: "windows-1251",
  222: "windows-874",
  238: "windows-1250",
};
/** By primary language (low ten bits of the identifier). */
const codePageOfLanguage: Record<number, string> = {
  0x01: "windows-1256",
  0x02: "windows-1251",
  0x04: "gbk",
  0x05: "windows-1250",
  0x08: "windows-1253",
  0x0d: "windows-1255",
  0x0e: "windows-1250",
  0x11: "shift_jis",
  0x12: "euc-kr",
  0x15: "windows-1250",
  0x18: "windows-1250",
  0x19: "windows-1251",
  0x1a: "windows-1250",
  0x1b: "windows-1250",
  0x1e: "windows-874",
  0x1f: "windows-1254",
  0x22: "windows-1251",
  0x23: "windows-1251",
  0x24: "windows-1250",
  0x25: "windows-1257",
  0x26: "windows-1257",
  0x27: "windows-1257",
  0x29: "windows-1256",
  0x2a: "windows-1258",
  0x2f: "windows-1251",
};

/** Turns one-byte text (a code unit a byte) of Word 2 to 95 into characters. */
export class OneByteText {
  readonly #byLanguage: string;
  readonly #decoders = new Map<string, TextDecoder>();

  constructor(language: number) {
    // Taiwan and Hong Kong share their primary language with mainland China.
    const traditional = language === 0x0404 || language === 0x0c04;
    this.#byLanguage = traditional ? "big5" : (codePageOfLanguage[language & 0x3ff] ?? "windows-1252");
  }

  decode(text: string, font: Font | undefined): string {
    if (/^[\u0000-\u007f]*$/u.test(text)) return text;
    const label = codePageOfCharset[font?.charset ?? 0] ?? this.#byLanguage;
    let decoder = this.#decoders.get(label);
    if (decoder === undefined) this.#decoders.set(label, (decoder = new TextDecoder(label)));
    return decoder.decode(Buffer.from(text, "latin1"));
  }
}
