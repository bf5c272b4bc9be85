import { fold } from "../../../language/fold.ts";
import { flag, placesOf, type Compared, type Features, type Word } from "./compared.ts";
import { turnsCondition } from "./conditions.ts";
import { isBeside, isInContext, type EvidenceTokens } from "./evidence-tokens.ts";
import { saysOpposite } from "./opposites.ts";
import { exchangesAndOr, turnsContrast, turnsRange, turnsTime } from "./order-words.ts";

/** A clause of the claim and the clause of the evidence that contains most of it. */
interface AlignedClause {
  words: readonly Word[];
  unit: EvidenceTokens;
  clause: number;
}

/** People who are meant anyway: "members may" means the same as "you may". */
const everybody = new Set(
  (
    "member customer guest employee agent staff resident tenant patient visitor passenger borrower buyer user person " +
    "people anybody anyone everybody everyone whoever household applicant client owner parent student learner worker " +
    "traveller policyholder guard grower claimant holder subscriber reader lid lede werker werknemer klient huurder"
  )
    .split(" ")
    .flatMap((word) => [word, `${word}s`]),
);
/** The share of a condition's words that the claim and the question must have to mention it. */
const spokenShare = 0.34;

/** Whether the evidence has each clause of the claim in one clause, on the same subject, under the same conditions. */
export function clauseFeatures(compared: Compared): Features {
  const { words, asked, claim, language } = compared;
  const said = new Set([...words.flatMap(({ keys }) => keys), ...asked]);
  const aligned = [...new Set(words.map(({ clause }) => clause))].flatMap((clause) => {
    const own = words.filter((word) => word.clause === clause);
    const best = nearestClause(own, compared);
    return best === undefined ? [] : [{ words: own, ...best }];
  });
  const texts = [...new Set(aligned.map(({ unit }) => unit.text))].join("\n");
  const all = aligned.map((each) => ({ ...compareClause(each, compared), ...conditionsLeft(each, said) }));
  const some = (test: (each: (typeof all)[number]) => boolean) => flag(all.some(test));
  const numbers = words.filter(({ isNumber }) => isNumber);
  return {
    clauseMissing: Math.max(0, ...all.map(({ missing }) => missing)),
    clauseWhole: flag(all.length > 0 && all.every(({ missing }) => missing === 0)),
    clauseLater: some(({ later }) => later),
    clauseLaterRival: some(({ laterRival }) => laterRival),
    clauseElsewhere: some(({ elsewhere }) => elsewhere),
    clauseElsewhereRival: some(({ elsewhereRival }) => elsewhereRival),
    clauseNumberElsewhere: some(({ numberElsewhere }) => numberElsewhere),
    clauseWordsExchanged: some(({ unsaid }) => unsaid),
    clauseNumberLeft: some(({ numberLeft }) => numberLeft),
    strictConditionLeft: some(({ strict }) => strict > 0),
    shortOf: flag(
      words.length < 7 &&
        all.some(({ strict, loose, numberLeft, far }) => strict + loose > 0 || numberLeft || far),
    ),
    clausesCrossed: some(({ crossed }) => crossed),
    clauseOpposite: flag(texts !== "" && saysOpposite(claim, texts)),
    andOrExchanged: flag(exchangesAndOr(claim, texts)),
    rangeTurned: flag(turnsRange(claim, texts)),
    conditionTurned: flag(turnsCondition(claim, texts, language)),
    contrastTurned: flag(turnsContrast(claim, texts)),
    timeTurned: flag(turnsTime(claim, texts)),
    subjectExchanged: some(({ headLeft, headElsewhere }) => headLeft && headElsewhere),
    bareClaim: flag(words.length < 4),
    noNumber: flag(numbers.length === 0),
    inTable: flag(aligned.some(({ unit }) => unit.row !== null)),
    evidenceHeld: Math.max(0, ...all.map(({ leftShare }) => leftShare)),
  };
}

function nearestClause(
  words: readonly Word[],
  { evidence, weigh }: Compared,
): { unit: EvidenceTokens; clause: number } | undefined {
  let best: { unit: EvidenceTokens; clause: number } | undefined;
  let most = 0;
  for (const unit of evidence) {
    const scores = new Map<number, number>();
    let base = 0;
    for (const word of words) {
      const clauses = new Set(placesOf(unit, word).map((at) => clauseAt(unit, at)));
      if (clauses.size === 0) base += isInContext(unit, word.keys) ? 0.6 * weigh(word) : 0;
      else base += 0.3 * weigh(word);
      for (const clause of clauses) scores.set(clause, (scores.get(clause) ?? 0) + 0.7 * weigh(word));
    }
    for (const [clause, score] of scores)
      if (score + base > most) [best, most] = [{ unit, clause }, score + base];
  }
  return best;
}

/** All cells of a row are one clause. */
const clauseAt = (unit: EvidenceTokens, at: number): number =>
  unit.row === null ? (unit.tokens[at]?.clause ?? 0) : 0;

/** The subject of a claim that begins with it: "The gate issues permits". */
const subjectFirst = /^(?:(?:only|the|a|an|each|every|all|any|no|its|die|'n|slegs|elke|alle)\s+)*(\p{L}+)/u;

function compareClause(
  { words, unit, clause }: AlignedClause,
  { evidence, asked, weigh, words: all, claim }: Compared,
) {
  const begins = subjectFirst.exec(fold(claim))?.[1];
  const subject = all[0]?.word === begins ? all[0] : undefined;
  const inClause = (word: Word) => placesOf(unit, word).some((at) => clauseAt(unit, at) === clause);
  const isOver = (word: Word) =>
    isInContext(unit, word.keys) ||
    unit.tokens.some((_, at) => clauseAt(unit, at) === clause && isBeside(unit, at, word.keys));
  const missing = words.filter((word) => !inClause(word) && !isOver(word));
  const clausesOf = (word: Word) => placesOf(unit, word).map((at) => clauseAt(unit, at));
  const earlier = missing.filter((word) => clausesOf(word).some((each) => each < clause));
  const later = missing.filter((word) => !earlier.includes(word) && clausesOf(word).length > 0);
  const elsewhere = missing.filter(
    (word) =>
      clausesOf(word).length === 0 &&
      evidence.some((other) => other !== unit && placesOf(other, word).length > 0),
  );
  const total = words.reduce((sum, word) => sum + weigh(word), 0) || 1;
  const said = new Set(all.flatMap(({ keys }) => keys));
  const own = new Set(words.flatMap(({ keys }) => keys));
  const held = unit.tokens.filter((_, at) => clauseAt(unit, at) === clause);
  const left = unit.row === null ? held.filter(({ key }) => !own.has(key) && !asked.has(key)) : [];
  const unsaid = left.filter(({ key }) => !said.has(key));
  const heads = unit.row === null ? held.slice(0, 2) : [];
  const [first] = words;
  // "Books are lent for 21 days, DVDs for 7": the words that a clause omits are in one before it.
  const isCarried = left.length === 0;
  const open = missing.filter((word) => !isCarried || !earlier.includes(word));
  return {
    missing: open.reduce((sum, word) => sum + (asked.has(word.key) ? 0.5 : 1) * weigh(word), 0) / total,
    later: later.length > 0,
    laterRival: later.some((word) => clausesOf(word).some((each) => hasRival(unit, each, words, said))),
    elsewhere: elsewhere.length > 0,
    elsewhereRival: elsewhere.length > 0 && unsaid.length > 0,
    numberElsewhere: open.some((word) => word.isNumber),
    crossed: later.length + earlier.length > 0 && left.length > unsaid.length,
    unsaid: missing.length > 0 && unsaid.length > 0,
    // A code is a name: "SARS-CoV-2" is no quantity.
    numberLeft: unsaid.some(({ isNumber, key }) => isNumber && !key.startsWith("code:")),
    leftShare: unsaid.length / Math.max(1, held.length),
    headLeft:
      heads.length > 0 &&
      heads.every(({ key }) => !said.has(key)) &&
      heads.some(({ key, word }) => !asked.has(key) && !everybody.has(word)),
    headElsewhere:
      first !== undefined &&
      first === subject &&
      !asked.has(first.key) &&
      !everybody.has(first.word) &&
      (elsewhere.includes(first) || earlier.includes(first) || later.includes(first)),
  };
}

/** Whether the claim has a number, and a clause of the evidence a different one. */
const hasRival = (
  unit: EvidenceTokens,
  clause: number,
  words: readonly Word[],
  said: ReadonlySet<string>,
): boolean =>
  words.some(({ isNumber }) => isNumber) &&
  unit.tokens.some(({ key, isNumber }, at) => isNumber && clauseAt(unit, at) === clause && !said.has(key));

function conditionsLeft({ words, unit }: AlignedClause, said: ReadonlySet<string>) {
  const parts = new Map<number, number>();
  for (const [at, keys] of unit.parts.entries())
    parts.set(at, words.filter((word) => word.keys.some((key) => keys.has(key))).length);
  const [part] = [...parts].toSorted((a, b) => b[1] - a[1])[0] ?? [0];
  const unspoken = unit.conditions.filter(
    ({ keys }) => keys.filter((key) => said.has(key)).length < Math.max(1, keys.length * spokenShare),
  );
  const left = unspoken.filter((each) => each.part === part);
  return {
    far: unspoken.some((each) => each.isStrict && each.part !== part),
    strict: left.filter(({ isStrict }) => isStrict).length,
    loose: left.filter(({ isStrict }) => !isStrict).length,
  };
}
