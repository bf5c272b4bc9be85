import { flag, holds, type Compared, type Features } from "./compared.ts";
import { compareOrder, type Step } from "./word-order.ts";

/** Whether the words of the claim stand in its evidence, in the same order. */
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

/** The claim laid beside the sentence that it is most like, word by word. */
function orderFeatures({ words, steps, best }: Compared): Features {
  const keys = new Map(words.map(({ key, keys: all }) => [key, all]));
  const isSame = (one: Step, two: Step) =>
    one.kind === "content" && two.kind === "content" && keys.get(one.key)?.includes(two.key) === true;
  const units = [...new Set(best)].flatMap((unit) => (unit === undefined || unit.row !== null ? [] : [unit]));
  const [laid] = units
    .map((unit) => compareOrder(steps, unit.steps, isSame))
    .toSorted((a, b) => b.matched - a.matched);
  const { exchanged } = laid ?? { exchanged: { number: 0, scope: 0, content: 0 } };
  return {
    noSentence: flag(laid === undefined),
    wordExchanged: flag(exchanged.content > 0),
    wordsExchanged: flag(exchanged.content > 1),
    wordReplaced: flag((laid?.replaced ?? 0) > 0),
    numberExchanged: flag(exchanged.number > 0),
    numbersExchanged: flag(exchanged.number > 1),
    denialAdded: flag((laid?.denialsAdded ?? 0) > 0),
    denialDropped: flag((laid?.denialsDropped ?? 0) > 0),
  };
}
