import { clauseOf, flag, holds, placesOf, type Compared, type Features, type Word } from "./compared.ts";
import { isBeside, type EvidenceTokens } from "./evidence-tokens.ts";
import { compareOrder, type Step } from "./word-order.ts";

/** Whether the words of the claim stand in its evidence, and together as they stand together in the claim. */
export function wordFeatures(compared: Compared): Features {
  const { words, evidence, best, weigh, asked } = compared;
  const total = words.reduce((sum, word) => sum + weigh(word), 0) || 1;
  const share = (test: (word: Word) => boolean) =>
    words.reduce((sum, word) => sum + (test(word) ? weigh(word) : 0), 0) / total;
  const covered = share((word) => {
    const unit = best[word.clause];
    return unit !== undefined && holds(unit, word);
  });
  const said = new Set([...words.flatMap(({ keys }) => keys), ...asked]);
  const heads = best.map((unit, clause) =>
    headMissing(
      unit,
      words.filter((word) => word.clause === clause),
      said,
    ),
  );
  return {
    notCovered: flag(covered < 0.9),
    unknown: share((word) => !evidence.some((unit) => holds(unit, word))),
    headMissing: Math.max(0, ...heads),
    sentences: new Set(best).size,
    length: Math.log(1 + words.length),
    ...pairFeatures(compared),
    ...orderFeatures(compared),
  };
}

/** How much of what the evidence's clause begins with the claim does not speak of. */
function headMissing(
  unit: EvidenceTokens | undefined,
  words: readonly Word[],
  said: ReadonlySet<string>,
): number {
  if (unit === undefined || unit.row !== null) return 0;
  const at = clauseOf(unit, words);
  const head = at === undefined ? [] : unit.tokens.filter(({ clause }) => clause === at).slice(0, 2);
  return head.filter(({ key }) => !said.has(key)).length / Math.max(1, head.length);
}

/** So near two words stand together. */
const near = 4;
const kinds = ["unknown", "apart", "far", "reversed", "together"] as const;
type PairKind = (typeof kinds)[number];

/** How words that follow each other in the claim stand in the evidence. */
function pairFeatures({ words, evidence }: Compared): Features {
  const tally: Record<PairKind, number> = { unknown: 0, apart: 0, far: 0, reversed: 0, together: 0 };
  const ofNumbers = { far: 0, reversed: 0 };
  words.forEach((word, at) => {
    const next = words[at + 1];
    if (next === undefined) return;
    const kind = pairKind(word, next, evidence);
    if (next.clause !== word.clause && kind !== "together") return;
    tally[kind] += 1;
    if ((kind === "far" || kind === "reversed") && (word.isNumber || next.isNumber)) ofNumbers[kind] += 1;
  });
  return {
    pairsBroken: flag(tally.together / Math.max(1, words.length - 1) < 0.9),
    pairsApart: flag(tally.apart > 0),
    numberPairReversed: flag(ofNumbers.reversed > 0),
    numberPairsFar: flag(ofNumbers.far > 1),
  };
}

function pairKind(one: Word, other: Word, evidence: readonly EvidenceTokens[]): PairKind {
  let best = 0;
  for (const unit of evidence) {
    const [ones, others] = [placesOf(unit, one), placesOf(unit, other)];
    if (
      ones.some((at) => isBeside(unit, at, other.keys)) ||
      others.some((at) => isBeside(unit, at, one.keys))
    )
      return "together";
    for (const a of ones) for (const b of others) best = Math.max(best, kinds.indexOf(placedAs(unit, a, b)));
  }
  if (best > 0) return kinds[best] ?? "unknown";
  const areKnown = [one, other].every((word) => evidence.some((unit) => holds(unit, word)));
  return areKnown ? "apart" : "unknown";
}

function placedAs(unit: EvidenceTokens, a: number, b: number): PairKind {
  const isSame = unit.tokens[a]?.clause === unit.tokens[b]?.clause;
  if (unit.row !== null) return isSame ? "together" : "far";
  if (Math.abs(b - a) > (isSame ? near : near / 2)) return "far";
  return b >= a ? "together" : "reversed";
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
    scopeExchanged: flag(exchanged.scope > 0),
    numberExchanged: flag(exchanged.number > 0),
    numbersExchanged: flag(exchanged.number > 1),
    numberAdded: flag((laid?.numbersAdded ?? 0) > 0),
    denialAdded: flag((laid?.denialsAdded ?? 0) > 0),
    denialDropped: flag((laid?.denialsDropped ?? 0) > 0),
  };
}
