/** Adobe Symbol encoding, 0x21 to 0x7e: the letters of the font "Symbol". */
const symbolLow =
  "!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼";
/** 0xa1 to 0xfe of the same. */
const symbolHigh =
  "ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…|—↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\u0000⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭";

/** Signs of Wingdings that carry meaning in office documents; the rest are ornaments. */
const wingdings: Record<number, string> = {
  0x28: "☎",
  0x2a: "✉",
  0x4a: "☺",
  0x4c: "☹",
  0x6c: "●",
  0x6e: "■",
  0x6f: "☐",
  0x71: "☐",
  0x72: "☐",
  0x77: "◆",
  0x9f: "•",
  0xa7: "•",
  0xa8: "☐",
  0xd8: "➢",
  0xdf: "←",
  0xe0: "→",
  0xe1: "↑",
  0xe2: "↓",
  0xf0: "→",
  0xfb: "✗",
  0xfc: "✓",
  0xfd: "☒",
  0xfe: "☑",
};
const wingdings2: Record<number, string> = {
  0x4f: "✗",
  0x50: "✓",
  0x51: "☒",
  0x52: "☑",
  0x53: "☒",
  0x54: "☒",
  0xa3: "☐",
  0x2a: "☐",
};

/** The Unicode character for a code of a symbol font (its low byte); "" where it is only an ornament. */
export function symbolCharacter(font: string, code: number): string {
  const byte = code & 0xff;
  const name = font.toLowerCase();
  if (name === "wingdings 2") return wingdings2[byte] ?? "";
  if (name.startsWith("wingdings")) return wingdings[byte] ?? "";
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
