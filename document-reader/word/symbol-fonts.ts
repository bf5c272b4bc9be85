import { signsByCode } from "../signs-by-code.ts";

/** Adobe Symbol encoding, 0x21 to 0x7e: the letters of the font "Symbol". */
const symbolLow =
  "!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼";
/** 0xa1 to 0xfe of the same. */
const symbolHigh =
  "ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…|—↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\u0000⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭";

/** Signs of Wingdings that carry meaning in office documents; the rest are ornaments. */
const wingdings = signsByCode(
  "28☎ 2a✉ 4a☺ 4c☹ 6c● 6e■ 6f☐ 71☐ 72☐ 77◆ 9f• a7• a8☐ d8➢ df← e0→ e1↑ e2↓ f0→ fb✗ fc✓ fd☒ fe☑",
);
const wingdings2 = signsByCode("4f✗ 50✓ 51☒ 52☑ 53☒ 54☒ a3☐ 2a☐");

/** The Unicode character for a code of a symbol font (its low byte); "" where it is only an ornament. */
export function symbolCharacter(font: string, code: number): string {
  const byte = code & 0xff;
  const name = font.toLowerCase();
  if (name === "wingdings 2") return wingdings2.get(byte) ?? "";
  if (name.startsWith("wingdings")) return wingdings.get(byte) ?? "";
  if (name === "webdings" || name.startsWith("zapf")) return byte === 0x61 ? "✓" : "";
  if (name !== "symbol") return "";
  if (byte >= 0xa1) return [...symbolHigh][byte - 0xa1] ?? "";
  return byte >= 0x21 ? ([...symbolLow][byte - 0x21] ?? "") : " ";
}

/** A character that is named by its font and code; "" for one that cannot be shown. */
export function symbolText(font: string, code: number): string {
  if (isSymbolFont(font)) return symbolCharacter(font, code);
  return code >= 0x20 && code <= 0xffff && (code < 0xd800 || code > 0xf8ff) ? String.fromCharCode(code) : "";
}

export function isSymbolFont(font: string | undefined): boolean {
  return font !== undefined && /^(symbol|wingdings( [23])?|webdings|zapf ?dingbats)$/iu.test(font);
}

/** Text in which codes of symbol fonts (U+F020 to U+F0FF) are written as the signs they show. */
export function withoutPrivateCodes(text: string, font: string | undefined): string {
  if (!/[\uf020-\uf0ff]/u.test(text)) return text;
  const symbolFont = isSymbolFont(font) ? (font ?? "") : "symbol";
  return text.replace(/[\uf020-\uf0ff]/gu, (sign) => symbolCharacter(symbolFont, sign.charCodeAt(0)));
}
