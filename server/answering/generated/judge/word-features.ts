import { containsWord, type Compared, type Features } from "./compared.ts";
import { compareOrder, type Step } from "./word-order.ts";

/** Whether the words of the claim are in its evidence, in the same order. */
export function wordFeatures(compared: Compared): Features {
  const { words, evidence, weigh } = compared;
  const total = words.reduce((sum, word) => sum + weigh(word), 0) || 1;
  const unknown = words.filter((word) => !evidence.some((unit) => containsWord(unit, word)));
  return {
    unknown: unknown.reduce((sum, word) => sum + weigh(word), 0) / total,
    length: Math.log(1 + words.length),
    ...orderFeatures(compared),
  };
}

/** Aligns the claim word by word with the sentence that is most similar to it. */
function orderFeatures({ words, steps, best }: Compared): Features {
  const keys = new Map(words.map(({ key, keys: all }) => [key, all]));
  const isSame = (one: Step, two: Step) =>
    one.kind === "content" && two.kind === "content" && keys.get(one.key)?.includes(two.key) === true;
  const [aligned] = [...best]
    .filter(({ row }) => row === null)
    .map((unit) => compareOrder(steps, unit.steps, isSame))
    .toSorted((a, b) => b.matched - a.matched);
  const { exchanged } = aligned ?? { exchanged: { number: 0, scope: 0, content: 0 } };
  return {
    noSentence: aligned === undefined,
    wordExchanged: exchanged.content > 0,
    wordsExchanged: exchanged.content > 1,
    wordReplaced: (aligned?.replaced ?? 0) > 0,
    numberExchanged: exchanged.number > 0,
    numbersExchanged: exchanged.number > 1,
    denialAdded: (aligned?.denialsAdded ?? 0) > 0,
    denialDropped: (aligned?.denialsDropped ?? 0) > 0,
  };
}
