/** Letters that Unicode does not decompose, and what people type instead. */
const untied: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ł: "l",
  ħ: "h",
  ı: "i",
  ŉ: "n",
  þ: "th",
  ð: "d",
};

/**
 * Lower-case text without the marks of Latin, Greek and Cyrillic letters ("Überstunde" →
 * "uberstunde"). Marks of other scripts are vowels and stay.
 */
export function fold(word: string): string {
  if (/^[\x20-\x7e]*$/.test(word)) return word.toLowerCase();
  return word
    .toLowerCase()
    .replace(/[ßæœøđłħıŉþð]/g, (letter) => untied[letter] ?? letter)
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
}
