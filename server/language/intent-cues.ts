/** A hint at a wish: no proof alone, but several of them are. */
export interface Cue {
  pattern: () => RegExp;
  /** A negative one speaks against it; null: it is no cue. */
  weight: number | null;
  /** What makes a sentence a question for a procedure or a rule. */
  question: () => RegExp | null;
}

/** The sum of weights from which cues make a wish. */
const enough = 5;
/** What a sentence that asks for a procedure or a rule takes from the others: its question is to be answered. */
const costOfQuestion = 3;

/**
 * The sum of the cues in a message, each counted once, or null when they are too few. `possible` are those of one wish
 * that may be in it. Sentences that ask for a procedure are left out: "how do I lodge a complaint?" has all the cues of one.
 */
export function scoreCues(words: string, possible: readonly Cue[]): number | null {
  const sum = possible.reduce((total, { weight }) => total + Math.max(0, weight ?? 0), 0);
  if (sum < enough) return null;
  const question = possible[0]?.question() ?? null;
  const sentences = words.split(" . ").map((sentence) => ` ${sentence.trim()} `);
  const statements = sentences.filter(
    (sentence) => sentence.trim() !== "" && question?.test(sentence) !== true,
  );
  const text = ` ${statements.map((sentence) => sentence.trim()).join(" . ")} `;
  let score =
    statements.length < sentences.filter((sentence) => sentence.trim() !== "").length ? -costOfQuestion : 0;
  for (const { weight, pattern } of possible) if (weight !== null && pattern().test(text)) score += weight;
  return score >= enough ? score : null;
}
