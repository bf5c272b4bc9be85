import { answerLanguages } from "../../../language/answer-language.ts";
import { fold } from "../../../language/fold.ts";
import { readNamed } from "../../../language/language-data.ts";

const opposites = new Map<string, Set<string>>();
for (const pair of readNamed("opposites", answerLanguages, "opposite")) {
  const [one = "", other = ""] = pair.split(" ");
  opposites.set(one, (opposites.get(one) ?? new Set()).add(other));
  opposites.set(other, (opposites.get(other) ?? new Set()).add(one));
}

/** Whether the evidence has the opposite of a word of the claim, but not the word itself. */
export function saysOpposite(claim: string, evidence: string): boolean {
  const [said, held] = [wordsOf(claim), wordsOf(evidence)];
  return [...said].some((word) => {
    if (held.has(word)) return false;
    const others = [...(opposites.get(word) ?? []), `un${word}`, word.replace(/^(?:un|non)-?/u, "")];
    return others.some((other) => other !== word && held.has(other) && !said.has(other));
  });
}

const wordsOf = (text: string): Set<string> => new Set(fold(text).match(/\p{L}+/gu));
