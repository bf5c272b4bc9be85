import { askedValues } from "../../language/asked-values.ts";
import { expectedAnswers, newEvidence, type AnswerEvidence } from "../../language/question-type.ts";
import { valuesIn, type TextValue, type ValueKind } from "../../language/values.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import { alignmentNames, QuestionMeaning, type Alignment } from "./alignment.ts";
import {
  analysePassage,
  conditionWords,
  type AnalysedPassage,
  type AnalysedUnit,
} from "./analysed-passage.ts";
import { heldBy, joinHeld, massOf, type Held, type WeightedQuery } from "./weighted-query.ts";

/** What the ranking looks at, in this order; every value is between -1 and 1. */
export const unitFeatureNames = [
  // How much of the question's weight is held, and where.
  "coverage",
  "composedCoverage",
  "allCoverage",
  "allCoverageSquared",
  "exactCoverage",
  "neighbourCoverage",
  "leadCoverage",
  "headingCoverage",
  "localHeadingCoverage",
  "pathCoverage",
  "titleCoverage",
  "passageCoverage",
  "questionCoverage",
  "labelCoverage",
  "headerCoverage",
  "rowCoverage",
  "valueCoverage",
  // How near its words and the question's are in meaning.
  ...alignmentNames,
  // How much of the unit the question explains.
  "precision",
  "composedPrecision",
  "labelPrecision",
  // Which words, and how near to each other.
  "heaviest",
  "secondHeaviest",
  "matched",
  "proximity",
  // The passage.
  "passageRank",
  "passageScore",
  "passageBm25",
  // Whether it brings what is asked for.
  "valueHit",
  "ownValueHit",
  "valueMiss",
  "moneyHit",
  "moneyMiss",
  "durationHit",
  "durationMiss",
  "timeHit",
  "timeMiss",
  "dateHit",
  "contactHit",
  "contactMiss",
  "percentHit",
  "anyValue",
  "nameEvidence",
  "reasonEvidence",
  "mannerEvidence",
  "definitionEvidence",
  "yesNoEvidence",
  "numberHeld",
  "numberInRange",
  "numberConflict",
  // What it is.
  "isRow",
  "isHeader",
  "isHeading",
  "isListItem",
  "isQuestion",
  "isExample",
  "isNote",
  "short",
  "composedLength",
  "composedLong",
  "first",
  "hasNegation",
  "hasCondition",
  "conditionMatch",
] as const;
export type UnitFeature = (typeof unitFeatureNames)[number];

export interface Candidate {
  /** Index into the retrieved passages. */
  passage: number;
  /** Index into the units of the passage. */
  index: number;
  unit: AnalysedUnit;
  features: Float64Array;
  /** What the composed answer holds of the question. */
  held: Held;
}

/** What a question asks for beside its terms. */
interface Sought {
  text: string;
  meaning: QuestionMeaning;
  kinds: ReadonlySet<ValueKind>;
  expected: ReturnType<typeof expectedAnswers>;
  numbers: TextValue[];
  hasCondition: boolean;
  /** Terms by weight, heaviest first. */
  heaviest: number[];
}

/** A passage with what each of its parts holds of the question. */
interface PassageReading {
  analysed: AnalysedPassage;
  own: Held[];
  heading: Held;
  path: Held;
  title: Held;
  all: Held;
  rank: number;
  score: number;
  bm25: number;
}

/** One unit of a passage beside the question. */
interface DescribedUnit {
  query: WeightedQuery;
  sought: Sought;
  reading: PassageReading;
  at: number;
  unit: AnalysedUnit;
  /** What its composed answer holds of the question. */
  composed: Held;
}

/** Describes every unit of the passages, `from` the given one on, by its features; scores nothing yet. */
export function describeUnits(query: WeightedQuery, passages: RetrievedPassage[], from = 0): Candidate[] {
  const sought = seekIn(query);
  const top = passages[0]?.score ?? 1;
  return passages.slice(from).flatMap((passage, at) => {
    const index = from + at;
    const reading = readPassage(query, passage, index, top);
    return reading.analysed.units.map((unit, place): Candidate => {
      const held = heldBy(query, unit.composedTerms);
      const values = featuresOf({ query, sought, reading, at: place, unit, composed: held });
      const features = Float64Array.from(unitFeatureNames, (name) => values[name]);
      return { passage: index, index: place, unit, features, held };
    });
  });
}

function seekIn(query: WeightedQuery): Sought {
  return {
    text: query.text.toLowerCase(),
    meaning: new QuestionMeaning(query.text),
    kinds: new Set(askedValues(query.text)),
    expected: expectedAnswers(query.text),
    numbers: valuesIn(query.text).filter(({ low }) => !Number.isNaN(low)),
    hasCondition: conditionWords.test(query.text),
    heaviest: query.weights
      .map((weight, term) => ({ weight, term }))
      .toSorted((a, b) => b.weight - a.weight)
      .map(({ term }) => term),
  };
}

function readPassage(
  query: WeightedQuery,
  passage: RetrievedPassage,
  index: number,
  top: number,
): PassageReading {
  const analysed = analysePassage(passage);
  const own = analysed.units.map((unit) => heldBy(query, unit.terms));
  const heading = heldBy(query, analysed.headingTerms);
  return {
    analysed,
    own,
    heading,
    path: heldBy(query, analysed.pathTerms),
    title: heldBy(query, analysed.titleTerms),
    all: joinHeld(heading, ...own),
    rank: 1 / (1 + index),
    score: top > 0 ? passage.score / top : 0,
    bm25: Math.min(1, passage.features.bm25 / 30),
  };
}

function featuresOf(described: DescribedUnit): Record<UnitFeature, number> {
  const { reading } = described;
  return {
    ...coverageOf(described),
    ...wordsOf(described),
    ...valuesOf(described),
    ...evidenceOf(described),
    ...kindOf(described),
    ...alignmentOf(described),
    passageRank: reading.rank,
    passageScore: reading.score,
    passageBm25: reading.bm25,
  };
}

/** Where the vectors know no word, as in another language, the words that are held stand for what is near. */
function alignmentOf({ query, sought, reading, unit, composed }: DescribedUnit): Alignment {
  const { meaning } = sought;
  const { analysed, heading } = reading;
  if (meaning.isKnown && analysed.isEnglish) return meaning.align(unit.meaning, analysed.headingMeaning);
  const held = massOf(query.allWeights, composed);
  const underHeading = massOf(query.allWeights, joinHeld(composed, heading));
  return {
    aligned: held,
    alignedUnderHeading: underHeading,
    alignedHeading: massOf(query.allWeights, heading),
    nearness: held,
    reverseNearness: Math.min(1, composed.size / Math.max(4, unit.composedTerms.size)),
    nearestWords: held,
    similarity: held,
    similarityUnderHeading: underHeading,
  };
}

type Some<Name extends UnitFeature> = Pick<Record<UnitFeature, number>, Name>;

function coverageOf({ query, reading, at, unit, composed }: DescribedUnit) {
  const mass = (held: Held | undefined) => (held === undefined ? 0 : massOf(query.weights, held));
  const own = reading.own[at] as Held;
  const lead = heldBy(query, unit.leadTerms);
  const label = heldBy(query, unit.labelTerms);
  const header = heldBy(query, unit.headerTerms);
  const localHeading = unit.heading === null ? undefined : reading.own[unit.heading];
  const coverage = mass(own);
  const allCoverage = mass(joinHeld(composed, lead, reading.heading, localHeading, header));
  const previous = reading.analysed.units[at - 1];
  const isRow = unit.kind === "table_row";
  return {
    coverage,
    composedCoverage: mass(composed),
    allCoverage,
    allCoverageSquared: allCoverage * allCoverage,
    exactCoverage: mass(new Map([...own].filter(([, share]) => share === 1))),
    neighbourCoverage: mass(joinHeld(own, reading.own[at - 1], reading.own[at + 1])) - coverage,
    leadCoverage: mass(lead),
    headingCoverage: mass(reading.heading),
    localHeadingCoverage: mass(localHeading),
    pathCoverage: mass(reading.path),
    titleCoverage: mass(reading.title),
    passageCoverage: mass(reading.all),
    questionCoverage: previous?.marks.isQuestion
      ? mass(reading.own[at - 1])
      : unit.marks.isQuestion
        ? coverage
        : 0,
    labelCoverage: mass(label),
    labelPrecision: unit.labelTerms.size === 0 ? 0 : Math.min(1, label.size / unit.labelTerms.size),
    headerCoverage: mass(header),
    rowCoverage: isRow ? allCoverage : 0,
  } satisfies Partial<Record<UnitFeature, number>>;
}

function wordsOf({
  query,
  sought: { heaviest },
  reading: { heading },
  unit,
  composed,
}: DescribedUnit): Some<
  "precision" | "composedPrecision" | "heaviest" | "secondHeaviest" | "matched" | "proximity"
> {
  const holds = (term: number | undefined) =>
    term === undefined ? 0 : Math.max(composed.get(term) ?? 0, (heading.get(term) ?? 0) / 2);
  const own = heldBy(query, unit.terms);
  return {
    precision: unit.rarity === 0 ? 0 : Math.min(1, own.size / Math.max(3, unit.rarity)),
    composedPrecision: Math.min(1, composed.size / Math.max(4, unit.composedTerms.size)),
    heaviest: holds(heaviest[0]),
    secondHeaviest: holds(heaviest[1]),
    matched: Math.min(1, composed.size / 5),
    proximity: proximity(query, unit),
  };
}

/** Share of the weight of neighbouring question terms that stand within four words of each other. */
function proximity({ weights, lookup }: WeightedQuery, { terms, positions }: AnalysedUnit): number {
  const places = new Map<number, number[]>();
  terms.forEach((found, index) => {
    for (const { term } of lookup.get(found) ?? [])
      places.set(term, [...(places.get(term) ?? []), positions[index] ?? 0]);
  });
  let possible = 0;
  let close = 0;
  for (let term = 0; term + 1 < weights.length; term++) {
    const weight = (weights[term] ?? 0) + (weights[term + 1] ?? 0);
    possible += weight;
    const after = places.get(term + 1) ?? [];
    if ((places.get(term) ?? []).some((a) => after.some((b) => Math.abs(b - a) <= 4))) close += weight;
  }
  return possible === 0 ? 0 : close / possible;
}

function valuesOf({ query, sought: { text, kinds, numbers }, unit, composed }: DescribedUnit) {
  const isNew = (value: TextValue) => !text.includes(value.text.trim().toLowerCase());
  const values = unit.values.filter(isNew);
  const brings = (found: readonly TextValue[], wanted: ReadonlySet<ValueKind>) =>
    found.some(({ kind }) => wanted.has(kind));
  const asks = (...wanted: ValueKind[]) => wanted.some((kind) => kinds.has(kind));
  const hit = (asked: boolean, ...wanted: ValueKind[]) => Number(asked && brings(values, new Set(wanted)));
  const miss = (asked: boolean, ...wanted: ValueKind[]) => Number(asked && !brings(values, new Set(wanted)));
  const valueHit = Number(kinds.size > 0 && brings(values, kinds));
  const contacts: ValueKind[] = ["telephone", "email", "website"];
  const same = (value: TextValue, { low, unit: of }: TextValue) =>
    value.low === low && (of === "" || value.unit === "" || of === value.unit);
  const inRange = numbers.some(({ low, unit: of }) =>
    unit.ranges.some(
      (range) =>
        low >= range.low && low <= range.high && (of === "" || range.unit === "" || range.unit === of),
    ),
  );
  const conflict = numbers.some(
    (asked) =>
      asked.unit !== "" &&
      unit.values.some(({ unit: of, kind }) => of === asked.unit && kind === asked.kind) &&
      !unit.values.some((value) => same(value, asked)),
  );
  const numbersHeld = numbers.filter((asked) => unit.values.some((value) => same(value, asked))).length;
  return {
    valueHit,
    ownValueHit: Number(kinds.size > 0 && brings(unit.ownValues.filter(isNew), kinds)),
    valueMiss: Number(kinds.size > 0 && valueHit === 0),
    valueCoverage: valueHit * massOf(query.weights, composed),
    moneyHit: hit(asks("money"), "money"),
    moneyMiss: miss(asks("money"), "money", "percent"),
    durationHit: hit(asks("duration"), "duration"),
    durationMiss: miss(asks("duration"), "duration", "date", "time"),
    timeHit: hit(asks("time"), "time"),
    timeMiss: miss(asks("time"), "time"),
    dateHit: hit(asks("date"), "date", "time", "duration"),
    contactHit: hit(asks(...contacts), ...contacts),
    contactMiss: miss(asks(...contacts), ...contacts),
    percentHit: hit(asks("percent"), "percent"),
    anyValue: Number(values.length > 0),
    numberHeld: numbers.length === 0 ? 0 : numbersHeld / numbers.length,
    numberInRange: Number(inRange),
    numberConflict: Number(conflict && !inRange),
  } satisfies Partial<Record<UnitFeature, number>>;
}

function evidenceOf({ sought: { text, expected }, unit: { composed } }: DescribedUnit) {
  const found: AnswerEvidence = newEvidence(text, composed.content, expected);
  return {
    nameEvidence: found.name,
    reasonEvidence: found.reason,
    mannerEvidence: found.manner,
    definitionEvidence: found.definition,
    yesNoEvidence: found.yesNo,
  } satisfies Partial<Record<UnitFeature, number>>;
}

function kindOf({ sought: { hasCondition }, unit: { kind, marks, composedWords }, at }: DescribedUnit) {
  return {
    isRow: Number(kind === "table_row"),
    isHeader: Number(marks.isHeader),
    isHeading: Number(kind === "heading"),
    isListItem: Number(kind === "list_item"),
    isQuestion: Number(marks.isQuestion),
    isExample: Number(marks.isExample),
    isNote: Number(marks.isNote),
    short: Number(composedWords < 5),
    composedLength: Math.min(1, composedWords / 40),
    composedLong: Number(composedWords > 50),
    first: Number(at === 0),
    hasNegation: Number(marks.hasNegation),
    hasCondition: Number(marks.hasCondition),
    conditionMatch: Number(marks.hasCondition && hasCondition),
  } satisfies Partial<Record<UnitFeature, number>>;
}
