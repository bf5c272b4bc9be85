/** Lower case, letters and digits only, single spaces; articles dropped as SQuAD's own script does. */
export function normalize(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/\b(a|an|the)\b/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** References of at most this many words must be contained; longer ones are compared by words. */
const maxContainedWords = 12;

/**
 * Whether the quoted text answers the question.
 * Short reference: it is contained in the quotes after normalization.
 * Long reference: the quotes contain at least 40% of its content words, or at least 75% of the content words of one
 * quote (which has four or more) are in the reference, so the quote is a part of it.
 */
export function holdsAnswer(quotes: string[], references: string[]): boolean {
  const quoted = ` ${normalize(quotes.join("\n"))} `;
  if (quoted.trim() === "") return false;
  return references.some((reference) => {
    const wanted = normalize(reference);
    if (wanted === "") return false;
    if (quoted.includes(` ${wanted} `)) return true;
    if (wanted.split(" ").length <= maxContainedWords) return false;
    const theirs = contentWords(wanted);
    return [quoted, ...quotes.map(normalize)].some((text) => {
      const ours = contentWords(text);
      let shared = 0;
      for (const word of ours) if (theirs.has(word)) shared++;
      return shared / theirs.size >= 0.4 || (ours.size >= 4 && shared / ours.size >= 0.75);
    });
  });
}

function contentWords(text: string): Set<string> {
  return new Set(
    text
      .split(" ")
      .filter((word) => word.length > 3 || /[0-9]/.test(word))
      .map((word) => word.slice(0, 6)),
  );
}
