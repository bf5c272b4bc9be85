/** Letters that Unicode does not decompose, and what people type instead. */
const untied = new Map(
  "ßss æae œoe øo đd łl ħh ıi ŉn þth ðd".split(" ").map((each) => [each.slice(0, 1), each.slice(1)] as const),
);

/**
 * Lower-case text without the marks of Latin, Greek and Cyrillic letters ("Überstunde" →
 * "uberstunde"). Marks of other scripts are vowels and stay.
 */
export function fold(word: string): string {
  if (/^[\x20-\x7e]*$/.test(word)) return word.toLowerCase();
  return word
    .toLowerCase()
    .replace(/[ßæœøđłħıŉþð]/g, (letter) => untied.get(letter) ?? letter)
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
}
