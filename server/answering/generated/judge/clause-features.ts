import { fold } from "../../../language/fold.ts";
import { highest } from "../../highest.ts";
import { claimWords } from "../claim-words.ts";
import { positionsOfWord, type ClaimComparison, type Features, type ClaimWord } from "./claim-comparison.ts";
import { reversesCondition } from "./conditions.ts";
import { isBeside, isInContext, type EvidenceTokens } from "./evidence-tokens.ts";
import { changesTime, reversesContrast, reversesRange, saysOpposite, swapsAndOr } from "./order-words.ts";

/** A clause of the claim and the clause of the evidence that contains most of it. */
interface AlignedClause {
  words: readonly ClaimWord[];
  unit: EvidenceTokens;
  clause: number;
}

/** People who are meant anyway: "members may" means the same as "you may". */
const peopleWords = new Set(
  claimWords("people")
    .split("|")
    .flatMap((word) => [word, `${word}s`]),
);
/** The share of a condition's words that the claim and the question must have to mention it. */
const mentionedShare = 0.34;

/** Whether the evidence has each clause of the claim in one clause, on the same subject, under the same conditions. */
export function clauseFeatures(comparison: ClaimComparison): Features {
  const { words, clauses, claim, language } = comparison;
  const aligned = clauses.flatMap((clause) => {
    const own = words.filter((word) => word.clause === clause);
    const best = nearestClause(own, comparison);
    return best === undefined ? [] : [{ words: own, ...best }];
  });
  const texts = [...new Set(aligned.map(({ unit }) => unit.text))].join("\n");
  const worst = largestOf(aligned.map((each) => compareClause(each, comparison)));
  return {
    ...worst,
    clauseWhole: aligned.length > 0 && worst["clauseMissing"] === 0,
    clauseOpposite: texts !== "" && saysOpposite(claim, texts),
    andOrExchanged: swapsAndOr(claim, texts),
    rangeTurned: reversesRange(claim, texts),
    conditionTurned: reversesCondition(claim, texts, language),
    contrastTurned: reversesContrast(claim, texts),
    timeTurned: changesTime(claim, texts),
    bareClaim: words.length < 4,
    noNumber: !words.some(({ isNumber }) => isNumber),
    inTable: aligned.some(({ unit }) => unit.row !== null),
  };
}

function largestOf(all: readonly Features[]): Features {
  const names = Object.keys(all[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, Math.max(...all.map((each) => Number(each[name])))]));
}

function nearestClause(words: readonly ClaimWord[], { evidence, weigh }: ClaimComparison) {
  const candidates = evidence.flatMap((unit) => {
    const scores = new Map<number, number>();
    let base = 0;
    for (const word of words) {
      const clauses = new Set(positionsOfWord(unit, word).map((at) => clauseAt(unit, at)));
      if (clauses.size === 0) base += isInContext(unit, word.keys) ? 0.6 * weigh(word) : 0;
      else base += 0.3 * weigh(word);
      for (const clause of clauses) scores.set(clause, (scores.get(clause) ?? 0) + 0.7 * weigh(word));
    }
    return [...scores].map(([clause, score]) => ({ unit, clause, score: score + base }));
  });
  return highest(candidates, ({ score }) => score)?.item;
}

/** All cells of a row are one clause. */
const clauseAt = (unit: EvidenceTokens, at: number): number =>
  unit.row === null ? (unit.tokens[at]?.clause ?? 0) : 0;

/** The subject of a claim that begins with it: "The gate issues permits". */
const subjectFirst = /^(?:(?:only|the|a|an|each|every|all|any|no|its|die|'n|slegs|elke|alle)\s+)*(\p{L}+)/u;

function compareClause(aligned: AlignedClause, comparison: ClaimComparison): Features {
  const { words, unit, clause } = aligned;
  const { evidence, asked, weigh, words: all, claim } = comparison;
  const begins = subjectFirst.exec(fold(claim))?.[1];
  const subject = all[0]?.word === begins ? all[0] : undefined;
  const inClause = (word: ClaimWord) =>
    positionsOfWord(unit, word).some((at) => clauseAt(unit, at) === clause);
  const isOver = (word: ClaimWord) =>
    isInContext(unit, word.keys) ||
    unit.tokens.some((_, at) => clauseAt(unit, at) === clause && isBeside(unit, at, word.keys));
  const missing = words.filter((word) => !inClause(word) && !isOver(word));
  const clausesOf = (word: ClaimWord) => positionsOfWord(unit, word).map((at) => clauseAt(unit, at));
  const earlier = missing.filter((word) => clausesOf(word).some((each) => each < clause));
  const later = missing.filter((word) => !earlier.includes(word) && clausesOf(word).length > 0);
  const others = evidence.filter((other) => other !== unit);
  const isInOthers = (word: ClaimWord) => others.some((other) => positionsOfWord(other, word).length > 0);
  const elsewhere = missing.filter((word) => clausesOf(word).length === 0 && isInOthers(word));
  const total = words.reduce((sum, word) => sum + weigh(word), 0) || 1;
  const claimKeys = new Set(all.flatMap(({ keys }) => keys));
  const own = new Set(words.flatMap(({ keys }) => keys));
  const clauseTokens = unit.tokens.filter((_, at) => clauseAt(unit, at) === clause);
  const left = unit.row === null ? clauseTokens.filter(({ key }) => !own.has(key) && !asked.has(key)) : [];
  const notInClaim = left.filter(({ key }) => !claimKeys.has(key));
  const heads = unit.row === null ? clauseTokens.slice(0, 2) : [];
  const [first] = words;
  // "Books are lent for 21 days, DVDs for 7": the words that a clause omits are in one before it.
  const open = left.length > 0 ? missing : missing.filter((word) => !earlier.includes(word));
  // A code is a name: "SARS-CoV-2" is no quantity.
  const isNumberLeft = notInClaim.some(({ isNumber, key }) => isNumber && !key.startsWith("code:"));
  const conditions = conditionsLeft(aligned, claimKeys.union(asked));
  const isHeadLeft =
    heads.length > 0 &&
    heads.every(({ key }) => !claimKeys.has(key)) &&
    heads.some(({ key, word }) => !asked.has(key) && !peopleWords.has(word));
  const isHeadElsewhere =
    first !== undefined &&
    first === subject &&
    !asked.has(first.key) &&
    !peopleWords.has(first.word) &&
    [...elsewhere, ...earlier, ...later].includes(first);
  return {
    clauseMissing: open.reduce((sum, word) => sum + (asked.has(word.key) ? 0.5 : 1) * weigh(word), 0) / total,
    clauseLater: later.length > 0,
    clauseLaterRival: later.some((word) =>
      clausesOf(word).some((each) => hasRival(aligned, each, claimKeys)),
    ),
    clauseElsewhere: elsewhere.length > 0,
    clauseElsewhereRival: elsewhere.length > 0 && notInClaim.length > 0,
    clauseNumberElsewhere: open.some((word) => word.isNumber),
    clauseWordsExchanged: missing.length > 0 && notInClaim.length > 0,
    clauseNumberLeft: isNumberLeft,
    strictConditionLeft: conditions.isStrict,
    shortOf: all.length < 7 && (conditions.isAny || isNumberLeft),
    clausesCrossed: later.length + earlier.length > 0 && left.length > notInClaim.length,
    subjectExchanged: isHeadLeft && isHeadElsewhere,
    evidenceLeft: notInClaim.length / Math.max(1, clauseTokens.length),
  };
}

/** Whether the claim has a number, and a clause of the evidence a different one. */
const hasRival = ({ words, unit }: AlignedClause, clause: number, claimKeys: ReadonlySet<string>): boolean =>
  words.some(({ isNumber }) => isNumber) &&
  unit.tokens.some(
    ({ key, isNumber }, at) => isNumber && clauseAt(unit, at) === clause && !claimKeys.has(key),
  );

/** Whether the evidence has conditions not in `mentioned`: strict ones of the statement that is claimed, or any. */
function conditionsLeft({ words, unit }: AlignedClause, mentioned: ReadonlySet<string>) {
  const counts = unit.parts.map(
    (keys) => words.filter((word) => word.keys.some((key) => keys.has(key))).length,
  );
  const part = counts.indexOf(Math.max(...counts));
  const unmentioned = unit.conditions.filter(
    ({ keys }) => keys.filter((key) => mentioned.has(key)).length < Math.max(1, keys.length * mentionedShare),
  );
  return {
    isStrict: unmentioned.some((each) => each.isStrict && each.part === part),
    isAny: unmentioned.some((each) => each.isStrict || each.part === part),
  };
}
