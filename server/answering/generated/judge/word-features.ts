import { flag, holds, type Compared, type Features } from "./compared.ts";
import { compareOrder, type Step } from "./word-order.ts";

/** Whether the words of the claim are in its evidence, in the same order. */
export function wordFeatures(compared: Compared): Features {
  const { words, evidence, weigh } = compared;
  const total = words.reduce((sum, word) => sum + weigh(word), 0) || 1;
  const unknown = words.filter((word) => !evidence.some((unit) => holds(unit, word)));
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
  const units = [...new Set(best)].flatMap((unit) => (unit === undefined || unit.row !== null ? [] : [unit]));
  const [aligned] = units
    .map((unit) => compareOrder(steps, unit.steps, isSame))
    .toSorted((a, b) => b.matched - a.matched);
  const { exchanged } = aligned ?? { exchanged: { number: 0, scope: 0, content: 0 } };
  return {
    noSentence: flag(aligned === undefined),
    wordExchanged: flag(exchanged.content > 0),
    wordsExchanged: flag(exchanged.content > 1),
    wordReplaced: flag((aligned?.replaced ?? 0) > 0),
    numberExchanged: flag(exchanged.number > 0),
    numbersExchanged: flag(exchanged.number > 1),
    denialAdded: flag((aligned?.denialsAdded ?? 0) > 0),
    denialDropped: flag((aligned?.denialsDropped ?? 0) > 0),
  };
}
