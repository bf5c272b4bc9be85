import { askedValues, type ValueKind } from "../../language/asked-values.ts";
import { expectedAnswers, hasNewName, type AnswerWording } from "../../language/question-type.ts";
import type { NumberRange } from "../../language/ranges.ts";
import { inUnit, valuesIn, type TextValue } from "../../language/values.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import { rowsOfPassage } from "../tables/passage-rows.ts";
import type { RetrievedTable } from "../tables/retrieved-table.ts";
import { alignmentNames, QuestionMeaning } from "./alignment.ts";
import {
  analysePassage,
  conditionWords,
  readingOfPassage,
  type AnalysedPassage,
  type AnalysedUnit,
} from "./analysed-passage.ts";
import { passageOfReply } from "./passage-of-reply.ts";
import type { ReadValue } from "./text-reading.ts";
import {
  countMatched,
  exactCoverageOf,
  matchTerms,
  matchAny,
  coverageOf,
  type MatchedTerms,
  type WeightedQuery,
} from "./weighted-query.ts";
import { asksWhatIsDenied } from "../tables/question-operators.ts";
import { namesOf, unitFeatureIndex as place, unitFeatureNames, type UnitFeature } from "./weights.ts";

export interface Candidate {
  /** Index into the retrieved passages. */
  passage: number;
  /** Index into the units of the passage. */
  index: number;
  unit: AnalysedUnit;
  features: Float64Array;
  /** The question's terms that the composed answer contains. */
  matched: MatchedTerms;
}

/** Properties of a question beside its terms. */
type Sought = ReturnType<typeof seekIn>;

/** A passage with the question's terms that each of its readings contains. */
type PassageReading = ReturnType<typeof readPassage>;

/** A unit of a passage and the question, as input for its features. */
interface DescribedUnit {
  query: WeightedQuery;
  sought: Sought;
  reading: PassageReading;
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
): Candidate[] {
  const sought = seekIn(query);
  const top = passages[0]?.score ?? 1;
  const readings = passages.slice(from).map((passage, index) =>
    readPassage(query, sought, analysePassage(passage, rowsOfPassage(passage, tables)), {
      passage,
      index: from + index,
      top,
    }),
  );
  const row = unitFeatureNames.length;
  // One array for all units: separate ones would each need memory outside the heap, which costs more than filling it.
  const all = new Float64Array(row * readings.reduce((sum, { analysed }) => sum + analysed.units.length, 0));
  let next = 0;
  const replyFrom = passageOfReply(query.earlier.reply, passages, readings);
  return readings.flatMap((reading, index) =>
    reading.analysed.units.flatMap((unit, at): Candidate[] => {
      if (unit.marks.isTitle) return [];
      const own = reading.matched[unit.own] ?? query.noTerms;
      const composed = matchAny(
        query.noTerms,
        unit.composedOf.map((each) => reading.matched[each] ?? query.noTerms),
      );
      const [ownCount, composedCount] = [countMatched(own), countMatched(composed)];
      const features = all.subarray(next, (next += row));
      writeFeatures(features, { query, sought, reading, at, unit, own, composed, ownCount, composedCount });
      if (index === replyFrom) features[place.besideReply] = query.earlier.messages === "" ? mayRefer : 1;
      return [{ passage: from + index, index: at, unit, features, matched: composed }];
    }),
  );
}

function seekIn(query: WeightedQuery) {
  return {
    text: query.text.toLowerCase(),
    meaning: new QuestionMeaning(query.question, query.earlier.messages),
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

function readPassage(
  query: WeightedQuery,
  sought: Sought,
  analysed: AnalysedPassage,
  { passage, index, top }: { passage: RetrievedPassage; index: number; top: number },
) {
  const matched = analysed.readings.map(({ terms }) => matchTerms(query, terms));
  const units = analysed.units.map(({ own }) => matched[own] ?? query.noTerms);
  return {
    analysed,
    /** For each reading. */
    matched,
    /** Null if no word of the question has a vector, or there are none for the passage's language. */
    meaning: sought.meaning.isKnown && analysed.isEnglish ? sought.meaning.read(analysed.meaning) : null,
    passageCoverage: coverageOf(
      query.weights,
      matchAny(query.noTerms, [matched[readingOfPassage.heading] ?? query.noTerms, ...units]),
    ),
    rank: query.orderEmphasis / (1 + index),
    score: top > 0 ? passage.score / top : 0,
    bm25: Math.min(1, passage.features.bm25 / 30),
  };
}

/** Features that none of these functions writes stay 0. */
function writeFeatures(features: Float64Array, described: DescribedUnit): void {
  writeCoverage(features, described);
  writeWords(features, described);
  writeValues(features, described);
  if (described.sought.numbers.length > 0) writeNumbers(features, described);
  writeWording(features, described);
  writeKind(features, described);
  writeAlignment(features, described);
  features[place.passageRank] = described.reading.rank;
  features[place.passageScore] = described.reading.score;
  features[place.passageBm25] = described.reading.bm25;
}

/** Without word vectors, as in other languages, shared words replace similarity. */
function writeAlignment(features: Float64Array, described: DescribedUnit): void {
  const { query, sought, reading, unit, composed, composedCount } = described;
  if (reading.meaning !== null) {
    const values = sought.meaning.align(unit.meaning, reading.meaning);
    alignmentNames.forEach((name, at) => (features[place[name]] = values[at] ?? 0));
    return;
  }
  const heading = reading.matched[readingOfPassage.heading] ?? query.noTerms;
  const coverage = coverageOf(query.allWeights, composed);
  const underHeading = coverageOf(query.allWeights, matchAny(query.noTerms, [composed, heading]));
  features[place.aligned] = coverage;
  features[place.alignedUnderHeading] = underHeading;
  features[place.alignedHeading] = coverageOf(query.allWeights, heading);
  features[place.nearness] = coverage;
  features[place.reverseNearness] = Math.min(1, composedCount / Math.max(4, unit.composedTermCount));
  features[place.nearestWords] = coverage;
  features[place.similarity] = coverage;
  features[place.similarityUnderHeading] = underHeading;
}

function writeCoverage(
  features: Float64Array,
  { query, reading, at, unit, own, composed }: DescribedUnit,
): void {
  const { analysed, matched, passageCoverage } = reading;
  const { weights, noTerms } = query;
  const of = (each: number | null) => (each === null ? noTerms : (matched[each] ?? noTerms));
  const ofUnit = (index: number | null) => of(index === null ? null : (analysed.units[index]?.own ?? null));
  const heading = of(readingOfPassage.heading);
  const [lead, label, header] = [of(unit.lead), of(unit.label), of(unit.header)];
  const localHeading = ofUnit(unit.heading);
  const [before, after] = [ofUnit(at - 1), ofUnit(at + 1)];
  const coverage = coverageOf(weights, own);
  const all = coverageOf(weights, matchAny(noTerms, [composed, lead, heading, localHeading, header]));
  features[place.coverage] = coverage;
  features[place.composedCoverage] = coverageOf(weights, composed);
  features[place.allCoverage] = all;
  features[place.allCoverageSquared] = all * all;
  features[place.exactCoverage] = exactCoverageOf(weights, own);
  features[place.neighbourCoverage] = coverageOf(weights, matchAny(noTerms, [own, before, after])) - coverage;
  features[place.leadCoverage] = coverageOf(weights, lead);
  features[place.headingCoverage] = coverageOf(weights, heading);
  features[place.localHeadingCoverage] = coverageOf(weights, localHeading);
  features[place.pathCoverage] = coverageOf(weights, of(readingOfPassage.path));
  features[place.titleCoverage] = coverageOf(weights, of(readingOfPassage.title));
  features[place.passageCoverage] = passageCoverage;
  if (analysed.units[at - 1]?.marks.isQuestion === true)
    features[place.questionCoverage] = coverageOf(weights, before);
  else if (unit.marks.isQuestion) features[place.questionCoverage] = coverage;
  if (unit.kind !== "table_row") return;
  features[place.labelCoverage] = coverageOf(weights, label);
  if (unit.labelTermCount > 0)
    features[place.labelPrecision] = Math.min(1, countMatched(label) / unit.labelTermCount);
  features[place.headerCoverage] = coverageOf(weights, header);
  features[place.rowCoverage] = all;
}

function writeWords(features: Float64Array, described: DescribedUnit): void {
  const { query, sought, reading, unit, composed, ownCount, composedCount } = described;
  const heading = reading.matched[readingOfPassage.heading] ?? query.noTerms;
  const shareOf = (term: number | undefined) =>
    term === undefined ? 0 : Math.max(composed[term] ?? 0, (heading[term] ?? 0) / 2);
  if (unit.rarity > 0) features[place.precision] = Math.min(1, ownCount / Math.max(3, unit.rarity));
  features[place.composedPrecision] = Math.min(1, composedCount / Math.max(4, unit.composedTermCount));
  features[place.heaviest] = shareOf(sought.heaviest[0]);
  features[place.secondHeaviest] = shareOf(sought.heaviest[1]);
  features[place.matched] = Math.min(1, composedCount / 5);
  const { terms = [] } = reading.analysed.readings[unit.own] ?? {};
  // Proximity needs at least two words.
  if (ownCount > 1) features[place.proximity] = proximity(query, terms, unit.positions);
}

/** Share of the weight of neighbouring question terms that are within four words of each other in the unit. */
function proximity(
  { weights, lookup }: WeightedQuery,
  terms: readonly string[],
  positions: readonly number[],
): number {
  const places: number[][] = weights.map(() => []);
  terms.forEach((found, index) => {
    for (const { term } of lookup.get(found) ?? []) places[term]?.push(positions[index] ?? 0);
  });
  let possible = 0;
  let close = 0;
  for (let term = 0; term + 1 < weights.length; term++) {
    const weight = (weights[term] ?? 0) + (weights[term + 1] ?? 0);
    possible += weight;
    const after = places[term + 1] ?? [];
    if (places[term]?.some((a) => after.some((b) => Math.abs(b - a) <= 4))) close += weight;
  }
  return possible === 0 ? 0 : close / possible;
}

/** Whether the unit has values of the kinds that are asked for and that are not in the question. */
function writeValues(
  features: Float64Array,
  { query, sought, reading, unit, composed }: DescribedUnit,
): void {
  const { kinds, text } = sought;
  const newKinds = (values: readonly ReadValue[]) =>
    values.flatMap(({ kind, lower }) => (text.includes(lower) ? [] : [kind]));
  const brought = newKinds(unit.values);
  if (brought.length > 0) features[place.anyValue] = 1;
  if (kinds.size === 0) return;
  const brings = (...wanted: ValueKind[]) => brought.some((kind) => wanted.includes(kind));
  const isHit = brought.some((kind) => kinds.has(kind));
  features[place.valueHit] = Number(isHit);
  features[place.valueMiss] = Number(!isHit);
  const ofItself = reading.analysed.readings[unit.own]?.values ?? [];
  features[place.ownValueHit] = Number(newKinds(ofItself).some((kind) => kinds.has(kind)));
  if (isHit) features[place.valueCoverage] = coverageOf(query.weights, composed);
  const write = (kind: "money" | "duration" | "time", ...instead: ValueKind[]) => {
    if (!kinds.has(kind)) return;
    features[place[`${kind}Hit`]] = Number(brings(kind));
    features[place[`${kind}Miss`]] = Number(!brings(kind, ...instead));
  };
  write("money", "percent");
  write("duration", "date", "time");
  write("time");
  if (kinds.has("date")) features[place.dateHit] = Number(brings("date", "time", "duration"));
  if (kinds.has("percent")) features[place.percentHit] = Number(brings("percent"));
  if (!contacts.some((kind) => kinds.has(kind))) return;
  features[place.contactHit] = Number(brings(...contacts));
  features[place.contactMiss] = Number(!brings(...contacts));
}

const contacts: readonly ValueKind[] = ["telephone", "email", "website"];

/** How the unit's values relate to the numbers in the question. */
function writeNumbers(features: Float64Array, { sought: { numbers }, reading, unit }: DescribedUnit): void {
  const { values } = unit;
  const mayBe = (of: string, other: string) => of === "" || other === "" || of === other;
  const isMatched = ({ low, unit: of }: TextValue) =>
    values.some((value) => value.low === low && mayBe(of, value.unit));
  const ranges = unit.composedOf.flatMap((each) => reading.analysed.readings[each]?.ranges() ?? []);
  const inRange = numbers.some((asked) => ranges.some((range) => isWithin(asked, range)));
  const isBeside = numbers.some((asked) => ranges.some((range) => isComparable(asked, range)));
  const conflict = numbers.some(
    (asked) =>
      asked.unit !== "" &&
      values.some(({ unit: of, kind }) => of === asked.unit && kind === asked.kind) &&
      !isMatched(asked),
  );
  features[place.numberMatched] = numbers.filter(isMatched).length / numbers.length;
  features[place.numberInRange] = Number(inRange);
  features[place.numberOutOfRange] = Number(isBeside && !inRange);
  features[place.numberConflict] = Number(conflict && !inRange);
}

/** Whether a number lies in a range, perhaps of another unit: 3 weeks in "15 to 29 days". */
function isWithin({ low, unit }: TextValue, range: NumberRange): boolean {
  const value = inUnit({ value: low, unit }, range.unit);
  return value !== null && value >= range.low && value <= range.high;
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
function writeWording(features: Float64Array, { sought, unit }: DescribedUnit): void {
  const { text, expected } = sought;
  if (expected.size === 0) return;
  const write = (feature: UnitFeature, isGiven: boolean) => {
    features[place[feature]] = isGiven ? 1 : -1;
  };
  if (expected.has("person") || expected.has("place"))
    write("hasNewName", hasNewName(text, unit.composed.content, expected));
  for (const kind of namesOf(wordingFeatures))
    if (expected.has(kind)) write(wordingFeatures[kind], unit.gives(kind));
}

function writeKind(features: Float64Array, { sought, unit, at }: DescribedUnit): void {
  const { kind, marks, composedWords } = unit;
  features[place.isRow] = Number(kind === "table_row");
  features[place.isHeader] = Number(marks.isHeader);
  features[place.isHeading] = Number(kind === "heading");
  features[place.isListItem] = Number(kind === "list_item");
  features[place.isQuestion] = Number(marks.isQuestion);
  features[place.isExample] = Number(marks.isExample);
  features[place.isNote] = Number(marks.isNote);
  features[place.short] = Number(composedWords < 5);
  features[place.composedLength] = Math.min(1, composedWords / 40);
  features[place.composedLong] = Number(composedWords > 50);
  features[place.first] = Number(at === 0);
  features[place.hasNegation] = Number(marks.hasNegation);
  features[place.deniesNothing] = Number(sought.isDenied && !unit.mayDeny);
  features[place.hasCondition] = Number(marks.hasCondition);
  features[place.conditionMatch] = Number(marks.hasCondition && sought.hasCondition);
}
