import { TextDecoder } from "node:util";
import type { Bytes } from "../../bytes.ts";
import type { Fib } from "./fib.ts";

export interface Font {
  name: string;
  /** Windows character set number. */
  charset: number;
}

/** The fonts of a document by index. Names identify symbol fonts; character sets are used to decode one-byte text. */
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

/** Code pages, each with the font character set and the primary languages (ten bits) that imply it. */
const codePages: readonly (readonly [label: string, charset: number, languages: readonly number[]])[] = [
  ["macintosh", 77, []],
  ["shift_jis", 128, [0x11]],
  ["euc-kr", 129, [0x12]],
  ["gbk", 134, [0x04]],
  ["big5", 136, []],
  ["windows-874", 222, [0x1e]],
  ["windows-1250", 238, [0x05, 0x0e, 0x15, 0x18, 0x1a, 0x1b, 0x24]],
  ["windows-1251", 204, [0x02, 0x19, 0x22, 0x23, 0x2f]],
  ["windows-1253", 161, [0x08]],
  ["windows-1254", 162, [0x1f]],
  ["windows-1255", 177, [0x0d]],
  ["windows-1256", 178, [0x01, 0x29]],
  ["windows-1257", 186, [0x25, 0x26, 0x27]],
  ["windows-1258", 163, [0x2a]],
];
const codePageOfCharset = new Map(codePages.map(([label, charset]) => [charset, label]));
const codePageOfLanguage = new Map(
  codePages.flatMap(([label, , languages]) => languages.map((language) => [language, label] as const)),
);

/** Decodes one-byte text of Word 2 to 95, given as a string with one code unit per byte. */
export function oneByteDecoder(language: number) {
  // Taiwan and Hong Kong share their primary language with mainland China.
  const traditional = language === 0x0404 || language === 0x0c04;
  const byLanguage = traditional ? "big5" : (codePageOfLanguage.get(language & 0x3ff) ?? "windows-1252");
  const decoders = new Map<string, TextDecoder>();
  return (text: string, font: Font | undefined): string => {
    if (/^[\u0000-\u007f]*$/u.test(text)) return text;
    const label = codePageOfCharset.get(font?.charset ?? 0) ?? byLanguage;
    let decoder = decoders.get(label);
    if (decoder === undefined) decoders.set(label, (decoder = new TextDecoder(label)));
    return decoder.decode(Buffer.from(text, "latin1"));
  };
}
