import { askedValues, type ValueKind } from "../../language/asked-values.ts";
import {
  asksWhatIsDenied,
  expectedAnswers,
  hasNewName,
  type AnswerWording,
} from "../../language/question-type.ts";
import { knownWordsOfQuestion } from "../../language/word-vectors.ts";
import { isInRange, type NumberRange } from "../../language/ranges.ts";
import { inUnit, valuesIn, type TextValue } from "../../language/values.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import { rowsOfPassage } from "../tables/passage-rows.ts";
import type { RetrievedTable } from "../tables/retrieved-table.ts";
import { alignmentNames, QuestionMeaning } from "./alignment.ts";
import {
  analysePassage,
  conditionWords,
  textOfPassage,
  type AnalysedPassage,
  type AnalysedUnit,
  type ReadValue,
} from "./analysed-passage.ts";
import { passageOfReply } from "./passage-of-reply.ts";
import {
  countMatched,
  matchTerms,
  matchAny,
  coverageOf,
  type MatchedTerms,
  type WeightedQuery,
} from "./weighted-query.ts";
import { namesOf, featureIndex, unitFeatureNames, type UnitFeature } from "./weights.ts";

/**
 * A unit with its features. `matched`: the question's terms that its composed answer contains; `ownCount`: how many the
 * unit itself contains; `addedToLead`: the weight of those that a list item has and its lead-in lacks.
 */
export type Candidate = ReturnType<typeof describeUnits>[number];

/** Properties of a question beside its terms. */
type QuestionTraits = ReturnType<typeof describeQuestion>;

/** A passage with the question's terms that each of its texts contains. */
type MatchedPassage = ReturnType<typeof matchPassage>;

/** A unit of a passage and the question, as input for its features. */
interface MatchedUnit {
  query: WeightedQuery;
  traits: QuestionTraits;
  passage: MatchedPassage;
  at: number;
  unit: AnalysedUnit;
  /** The question's terms in the unit itself and in its composed answer, and their numbers. */
  own: MatchedTerms;
  composed: MatchedTerms;
  ownCount: number;
  composedCount: number;
}

/** Value of `besideReply` for a question that may not refer to the previous reply. */
const mayRefer = 0.5;

/** Describes every unit of the passages, `from` the given one on, by its features; scores nothing yet. */
export function describeUnits(
  query: WeightedQuery,
  passages: RetrievedPassage[],
  { from = 0, tables = [] }: { from?: number; tables?: readonly RetrievedTable[] } = {},
) {
  const traits = describeQuestion(query);
  const top = passages[0]?.score ?? 1;
  const matchedPassages = passages.slice(from).map((passage, index) =>
    matchPassage(query, traits, analysePassage(passage, rowsOfPassage(passage, tables)), {
      passage,
      index: from + index,
      top,
    }),
  );
  const row = unitFeatureNames.length;
  // One array for all units: separate ones would each need memory outside the heap, which costs more than filling it.
  const count = matchedPassages.reduce((sum, { analysed }) => sum + analysed.units.length, 0);
  const all = new Float64Array(row * count);
  let next = 0;
  const replyFrom = passageOfReply(query.earlier.reply, passages, matchedPassages);
  return matchedPassages.flatMap((passage, index) =>
    passage.analysed.units.flatMap((unit, at) => {
      if (unit.marks.isTitle) return [];
      const matchedOf = (text: number) => passage.matched[text] ?? query.noTerms;
      const own = matchedOf(unit.own);
      const composed = matchAny(query.noTerms, unit.composedOf.map(matchedOf));
      const [ownCount, composedCount] = [countMatched(own), countMatched(composed)];
      const features = all.subarray(next, (next += row));
      writeFeatures(features, { query, traits, passage, at, unit, own, composed, ownCount, composedCount });
      if (index === replyFrom)
        features[featureIndex.besideReply] = query.earlier.messages === "" ? mayRefer : 1;
      const addedToLead = unit.lead === null ? 0 : addedWeight(query, own, matchedOf(unit.lead));
      // By their indexes: the passage among the retrieved ones, and the unit in it.
      return [{ passage: from + index, index: at, unit, features, matched: composed, ownCount, addedToLead }];
    }),
  );
}

/** Words of earlier messages or of other parts of the question do not count. */
function addedWeight({ weights, terms }: WeightedQuery, own: MatchedTerms, lead: MatchedTerms): number {
  const added = own.map((share, term) =>
    terms[term]?.emphasis === 1 ? Math.max(0, share - (lead[term] ?? 0)) : 0,
  );
  return coverageOf(weights, added);
}

function describeQuestion(query: WeightedQuery) {
  return {
    text: query.text.toLowerCase(),
    meaning: new QuestionMeaning(query.question, query.earlier.messages),
    names: namesIn(query),
    kinds: new Set(askedValues(query.text)),
    expected: expectedAnswers(query.text),
    numbers: valuesIn(query.text).filter(({ low }) => !Number.isNaN(low)),
    hasCondition: conditionWords.test(query.text),
    isDenied: asksWhatIsDenied(query.question),
    /** Terms by weight, heaviest first. */
    heaviest: query.weights
      .map((weight, term) => ({ weight, term }))
      .toSorted((a, b) => b.weight - a.weight)
      .map(({ term }) => term),
  };
}

function matchPassage(
  query: WeightedQuery,
  traits: QuestionTraits,
  analysed: AnalysedPassage,
  { passage, index, top }: { passage: RetrievedPassage; index: number; top: number },
) {
  const matched = analysed.texts.map(({ terms }) => matchTerms(query, terms));
  const units = analysed.units.map(({ own }) => matched[own] ?? query.noTerms);
  return {
    analysed,
    /** For each text of the passage. */
    matched,
    /** Null if no word of the question has a vector, or there are none for the passage's language. */
    meaning: traits.meaning.isKnown && analysed.isEnglish ? traits.meaning.read(analysed.meaning) : null,
    passageCoverage: coverageOf(
      query.weights,
      matchAny(query.noTerms, [matched[textOfPassage.heading] ?? query.noTerms, ...units]),
    ),
    rank: query.orderEmphasis / (1 + index),
    score: top > 0 ? passage.score / top : 0,
    // Here and below, divisors only scale a feature to about 0 to 1; the fit absorbs them.
    bm25: Math.min(1, passage.features.bm25 / 30),
  };
}

/** Features that none of these functions writes stay 0. */
function writeFeatures(features: Float64Array, described: MatchedUnit): void {
  writeCoverage(features, described);
  writeWords(features, described);
  writeValues(features, described);
  if (described.traits.numbers.length > 0) writeNumbers(features, described);
  writeWording(features, described);
  writeKind(features, described);
  writeAlignment(features, described);
  features[featureIndex.passageRank] = described.passage.rank;
  features[featureIndex.passageScore] = described.passage.score;
  features[featureIndex.passageBm25] = described.passage.bm25;
}

/** Without word vectors, as in other languages, shared words replace similarity. */
function writeAlignment(features: Float64Array, described: MatchedUnit): void {
  const { query, traits, passage, unit, composed, composedCount } = described;
  if (passage.meaning !== null) {
    const values = traits.meaning.align(unit.meaning, passage.meaning);
    alignmentNames.forEach((name, at) => (features[featureIndex[name]] = values[at] ?? 0));
    addNames(features, described);
    return;
  }
  const heading = passage.matched[unit.over.heading] ?? query.noTerms;
  const coverage = coverageOf(query.allWeights, composed);
  const underHeading = coverageOf(query.allWeights, matchAny(query.noTerms, [composed, heading]));
  features[featureIndex.aligned] = coverage;
  features[featureIndex.alignedUnderHeading] = underHeading;
  features[featureIndex.alignedHeading] = coverageOf(query.allWeights, heading);
  features[featureIndex.nearness] = coverage;
  features[featureIndex.reverseNearness] = Math.min(1, composedCount / Math.max(4, unit.composedTermCount));
  features[featureIndex.nearestWords] = coverage;
  features[featureIndex.similarity] = coverage;
  features[featureIndex.similarityUnderHeading] = underHeading;
}

/** Names have no vectors and are found only as they are: in their share of the question, coverage replaces alignment. */
function addNames(
  features: Float64Array,
  { query, traits: { names }, passage, unit, composed }: MatchedUnit,
): void {
  if (names === null) return;
  const heading = passage.matched[unit.over.heading] ?? query.noTerms;
  const found = coverageOf(names.weights, composed);
  const under = coverageOf(names.weights, matchAny(query.noTerms, [composed, heading]));
  const above = coverageOf(names.weights, heading);
  const blend = (name: (typeof alignmentNames)[number], value: number): void => {
    const at = featureIndex[name];
    features[at] = (1 - names.share) * (features[at] ?? 0) + names.share * value;
  };
  blend("aligned", found);
  blend("alignedUnderHeading", under);
  blend("alignedHeading", above);
  blend("nearness", found);
  blend("similarity", found);
  blend("similarityUnderHeading", under);
}

/** The share of the question's weight of its words without a vector, and their weights, which add up to 1; null if none. */
function namesIn({ terms, allWeights }: WeightedQuery) {
  const weights = allWeights.map((weight, at) => {
    const term = terms[at];
    // A name in an earlier message is not what a follow-up asks for: "and who do I tell?".
    return term?.emphasis === 1 && isName(term.word) ? weight : 0;
  });
  const share = weights.reduce((sum, weight) => sum + weight, 0);
  return share === 0 ? null : { share, weights: weights.map((weight) => weight / share) };
}

const isName = (word: string): boolean => /^\p{L}+$/u.test(word) && knownWordsOfQuestion(word).length === 0;

function writeCoverage(features: Float64Array, { query, passage, at, unit, own, composed }: MatchedUnit) {
  const { analysed, matched, passageCoverage } = passage;
  const { weights, noTerms } = query;
  const matchedText = (each: number | null) => (each === null ? noTerms : (matched[each] ?? noTerms));
  const ofUnit = (index: number | null) =>
    matchedText(index === null ? null : (analysed.units[index]?.own ?? null));
  const heading = matchedText(unit.over.heading);
  const [lead, label, header] = [matchedText(unit.lead), matchedText(unit.label), matchedText(unit.header)];
  const localHeading = ofUnit(unit.heading);
  const [before, after] = [ofUnit(at - 1), ofUnit(at + 1)];
  const coverage = coverageOf(weights, own);
  const all = coverageOf(weights, matchAny(noTerms, [composed, lead, heading, localHeading, header]));
  features[featureIndex.coverage] = coverage;
  features[featureIndex.composedCoverage] = coverageOf(weights, composed);
  features[featureIndex.allCoverage] = all;
  features[featureIndex.allCoverageSquared] = all * all;
  const exact = own.map((share) => Number(share === 1));
  features[featureIndex.exactCoverage] = coverageOf(weights, exact);
  features[featureIndex.neighbourCoverage] =
    coverageOf(weights, matchAny(noTerms, [own, before, after])) - coverage;
  features[featureIndex.leadCoverage] = coverageOf(weights, lead);
  features[featureIndex.headingCoverage] = coverageOf(weights, heading);
  features[featureIndex.localHeadingCoverage] = coverageOf(weights, localHeading);
  features[featureIndex.pathCoverage] = coverageOf(weights, matchedText(unit.over.path));
  features[featureIndex.titleCoverage] = coverageOf(weights, matchedText(textOfPassage.title));
  features[featureIndex.passageCoverage] = passageCoverage;
  if (analysed.units[at - 1]?.marks.isQuestion === true)
    features[featureIndex.questionCoverage] = coverageOf(weights, before);
  else if (unit.marks.isQuestion) features[featureIndex.questionCoverage] = coverage;
  if (unit.kind !== "table_row") return;
  features[featureIndex.labelCoverage] = coverageOf(weights, label);
  if (unit.labelTermCount > 0)
    features[featureIndex.labelPrecision] = Math.min(1, countMatched(label) / unit.labelTermCount);
  features[featureIndex.headerCoverage] = coverageOf(weights, header);
  features[featureIndex.rowCoverage] = all;
}

function writeWords(features: Float64Array, described: MatchedUnit): void {
  const { query, traits, passage, unit, composed, ownCount, composedCount } = described;
  const heading = passage.matched[unit.over.heading] ?? query.noTerms;
  const shareOf = (term: number | undefined) =>
    term === undefined ? 0 : Math.max(composed[term] ?? 0, (heading[term] ?? 0) / 2);
  if (unit.rarity > 0) features[featureIndex.precision] = Math.min(1, ownCount / Math.max(3, unit.rarity));
  features[featureIndex.composedPrecision] = Math.min(1, composedCount / Math.max(4, unit.composedTermCount));
  features[featureIndex.heaviest] = shareOf(traits.heaviest[0]);
  features[featureIndex.secondHeaviest] = shareOf(traits.heaviest[1]);
  features[featureIndex.matched] = Math.min(1, composedCount / 5);
  const { terms = [] } = passage.analysed.texts[unit.own] ?? {};
  // Proximity needs at least two words.
  if (ownCount > 1) features[featureIndex.proximity] = proximity(query, terms, unit.positions);
}

/** Share of the weight of neighbouring question terms that are within four words of each other in the unit. */
function proximity(
  { weights, lookup }: WeightedQuery,
  terms: readonly string[],
  positions: readonly number[],
): number {
  const found: number[][] = weights.map(() => []);
  terms.forEach((text, index) => {
    for (const { term } of lookup.get(text) ?? []) found[term]?.push(positions[index] ?? 0);
  });
  let possible = 0;
  let close = 0;
  for (let term = 0; term + 1 < weights.length; term++) {
    const weight = (weights[term] ?? 0) + (weights[term + 1] ?? 0);
    possible += weight;
    const after = found[term + 1] ?? [];
    if (found[term]?.some((a) => after.some((b) => Math.abs(b - a) <= 4))) close += weight;
  }
  return possible === 0 ? 0 : close / possible;
}

/** Whether the unit has values of the kinds that are asked for and that are not in the question. */
function writeValues(features: Float64Array, { query, traits, passage, unit, composed }: MatchedUnit): void {
  const { kinds, text } = traits;
  const newKinds = (values: readonly ReadValue[]) =>
    values.flatMap(({ kind, lower }) => (text.includes(lower) ? [] : [kind]));
  const brought = newKinds(unit.values);
  if (brought.length > 0) features[featureIndex.anyValue] = 1;
  if (kinds.size === 0) return;
  const brings = (...wanted: ValueKind[]) => brought.some((kind) => wanted.includes(kind));
  const isHit = brought.some((kind) => kinds.has(kind));
  features[featureIndex.valueHit] = Number(isHit);
  features[featureIndex.valueMiss] = Number(!isHit);
  const ofItself = passage.analysed.texts[unit.own]?.values ?? [];
  features[featureIndex.ownValueHit] = Number(newKinds(ofItself).some((kind) => kinds.has(kind)));
  if (isHit) features[featureIndex.valueCoverage] = coverageOf(query.weights, composed);
  const write = (kind: "money" | "duration" | "time", ...instead: ValueKind[]) => {
    if (!kinds.has(kind)) return;
    features[featureIndex[`${kind}Hit`]] = Number(brings(kind));
    features[featureIndex[`${kind}Miss`]] = Number(!brings(kind, ...instead));
  };
  write("money", "percent");
  write("duration", "date", "time");
  write("time");
  if (kinds.has("date")) features[featureIndex.dateHit] = Number(brings("date", "time", "duration"));
  if (kinds.has("percent")) features[featureIndex.percentHit] = Number(brings("percent"));
  if (!contacts.some((kind) => kinds.has(kind))) return;
  features[featureIndex.contactHit] = Number(brings(...contacts));
  features[featureIndex.contactMiss] = Number(!brings(...contacts));
}

const contacts: readonly ValueKind[] = ["telephone", "email", "website"];

/** How the unit's values relate to the numbers in the question. */
function writeNumbers(features: Float64Array, { traits: { numbers }, passage, unit }: MatchedUnit): void {
  const { values } = unit;
  const mayBe = (own: string, other: string) => own === "" || other === "" || own === other;
  const isMatched = ({ low, unit: ownUnit }: TextValue) =>
    values.some((value) => value.low === low && mayBe(ownUnit, value.unit));
  const ranges = unit.composedOf.flatMap((each) => passage.analysed.texts[each]?.ranges() ?? []);
  const inRange = numbers.some((asked) =>
    ranges.some((range) => isInRange({ value: asked.low, unit: asked.unit }, range)),
  );
  const isBeside = numbers.some((asked) => ranges.some((range) => isComparable(asked, range)));
  const conflict = numbers.some(
    (asked) =>
      asked.unit !== "" &&
      values.some(({ unit: ownUnit, kind }) => ownUnit === asked.unit && kind === asked.kind) &&
      !isMatched(asked),
  );
  features[featureIndex.numberMatched] = numbers.filter(isMatched).length / numbers.length;
  features[featureIndex.numberInRange] = Number(inRange);
  features[featureIndex.numberOutOfRange] = Number(isBeside && !inRange);
  features[featureIndex.numberConflict] = Number(conflict && !inRange);
}

/** Whether a range has a number's unit or one that it can be converted to. */
const isComparable = ({ unit }: TextValue, range: NumberRange): boolean =>
  unit === range.unit ||
  (unit !== "" && range.unit !== "" && inUnit({ value: 1, unit }, range.unit) !== null);

/** Features of units that are worded as answers of these kinds. */
export const wordingFeatures = {
  reason: "hasReasonWords",
  manner: "hasMannerWords",
  definition: "hasDefinitionWords",
  yes_no: "hasYesNoWords",
} as const satisfies Record<AnswerWording, UnitFeature>;

/** 1 if the unit has the kind of words that is asked for, -1 if not. */
function writeWording(features: Float64Array, { traits, unit }: MatchedUnit): void {
  const { text, expected } = traits;
  if (expected.size === 0) return;
  const write = (feature: UnitFeature, isGiven: boolean) => {
    features[featureIndex[feature]] = isGiven ? 1 : -1;
  };
  if (expected.has("person") || expected.has("place"))
    write("hasNewName", hasNewName(text, unit.composed.content, expected));
  for (const kind of namesOf(wordingFeatures))
    if (expected.has(kind)) write(wordingFeatures[kind], unit.gives(kind));
}

function writeKind(features: Float64Array, { traits, unit, at }: MatchedUnit): void {
  const { kind, marks, composedWords } = unit;
  features[featureIndex.isRow] = Number(kind === "table_row");
  features[featureIndex.isHeader] = Number(marks.isHeader);
  features[featureIndex.isHeading] = Number(kind === "heading");
  features[featureIndex.isListItem] = Number(kind === "list_item");
  features[featureIndex.isQuestion] = Number(marks.isQuestion);
  features[featureIndex.isExample] = Number(marks.isExample);
  features[featureIndex.isNote] = Number(marks.isNote);
  features[featureIndex.short] = Number(composedWords < 5);
  features[featureIndex.composedLength] = Math.min(1, composedWords / 40);
  features[featureIndex.composedLong] = Number(composedWords > 50);
  features[featureIndex.first] = Number(at === 0);
  features[featureIndex.hasNegation] = Number(marks.hasNegation);
  features[featureIndex.deniesNothing] = Number(traits.isDenied && !unit.mayDeny);
  features[featureIndex.hasCondition] = Number(marks.hasCondition);
  features[featureIndex.conditionMatch] = Number(marks.hasCondition && traits.hasCondition);
}
