import { symbolsByCode } from "../symbols-by-code.ts";

/** The characters of the font "Symbol" (Adobe Symbol encoding), 0x21 to 0x7e. */
const symbolLow =
  "!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼";
/** The same, 0xa1 to 0xfe. */
const symbolHigh =
  "ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…|—↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\u0000⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭";

/** Symbols of Wingdings that carry meaning in office documents; the rest are ornaments. */
const wingdings = symbolsByCode(
  "28☎ 2a✉ 4a☺ 4c☹ 6c● 6e■ 6f☐ 71☐ 72☐ 77◆ 9f• a7• a8☐ d8➢ df← e0→ e1↑ e2↓ f0→ fb✗ fc✓ fd☒ fe☑",
);
const wingdings2 = symbolsByCode("4f✗ 50✓ 51☒ 52☑ 53☒ 54☒ a3☐ 2a☐");

/** The Unicode character for a code (its low byte) of a symbol font; "" for ornaments. */
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

/** The character that a font shows for a code; "" if it cannot be shown as text. */
export function symbolText(font: string, code: number): string {
  if (isSymbolFont(font)) return symbolCharacter(font, code);
  return code >= 0x20 && code <= 0xffff && (code < 0xd800 || code > 0xf8ff) ? String.fromCharCode(code) : "";
}

export function isSymbolFont(font: string | undefined): boolean {
  return font !== undefined && /^(symbol|wingdings( [23])?|webdings|zapf ?dingbats)$/iu.test(font);
}

/** Replaces private-use codes of symbol fonts (U+F020 to U+F0FF) by the symbols that they show. */
export function withoutPrivateCodes(text: string, font: string | undefined): string {
  if (!/[\uf020-\uf0ff]/u.test(text)) return text;
  const symbolFont = isSymbolFont(font) ? (font ?? "") : "symbol";
  return text.replace(/[\uf020-\uf0ff]/gu, (sign) => symbolCharacter(symbolFont, sign.charCodeAt(0)));
}
