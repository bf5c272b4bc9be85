/** A hint at a wish: no proof alone, but several of them are. A negative weight speaks against it. */
export interface Cue {
  weight: number;
  cue: RegExp;
  /** Whether a message with these words can hold it at all. */
  mayMatch: (words: ReadonlySet<string>) => boolean;
}

/** The sum of weights from which cues make a wish. */
const enough = 5;
/** What a sentence that asks for a procedure or a rule takes from the others: its question is to be answered. */
const costOfQuestion = 3;

/**
 * The sum of the cues in a message, each counted once, or null when they are too few. Sentences that `question` matches
 * are left out: "how do I lodge a complaint?" has all the cues of one.
 */
export function scoreCues(words: string, cues: readonly Cue[], question: RegExp | null): number | null {
  const vocabulary = new Set(words.split(" "));
  const possible = cues.filter(({ mayMatch }) => mayMatch(vocabulary));
  if (possible.reduce((sum, { weight }) => sum + Math.max(0, weight), 0) < enough) return null;
  const sentences = words.split(" . ").map((sentence) => ` ${sentence.trim()} `);
  const statements = sentences.filter((sentence) => sentence.trim() !== "" && !question?.test(sentence));
  const text = ` ${statements.map((sentence) => sentence.trim()).join(" . ")} `;
  let score =
    statements.length < sentences.filter((sentence) => sentence.trim() !== "").length ? -costOfQuestion : 0;
  for (const { weight, cue } of possible) if (cue.test(text)) score += weight;
  return score >= enough ? score : null;
}
