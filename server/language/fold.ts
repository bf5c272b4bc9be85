/** Letters that Unicode does not decompose, and the letters that people type instead. */
const replacements = new Map(
  "ßss æae œoe øo đd łl ħh ıi ŉn þth ðd".split(" ").map((each) => [each.slice(0, 1), each.slice(1)] as const),
);

/**
 * Lower-case text without the diacritics of Latin, Greek and Cyrillic letters ("Überstunde" → "uberstunde"). Marks of
 * other scripts stay, because they can be vowels.
 */
export function fold(word: string): string {
  if (/^[\x20-\x7e]*$/.test(word)) return word.toLowerCase();
  return word
    .toLowerCase()
    .replace(/[ßæœøđłħıŉþð]/g, (letter) => replacements.get(letter) ?? letter)
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
}
