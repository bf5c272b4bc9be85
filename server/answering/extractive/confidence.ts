import type { Retrieval } from "../../retrieval/passage.ts";
import { logOdds, probabilityOf } from "../calibration/log-odds.ts";
import { confidenceWeights, scalings } from "./fitted-weights.ts";
import { totalProbability, type RankedUnit } from "./rank-units.ts";
import { wordingFeatures } from "./unit-features.ts";
import type { WeightedQuery } from "./weighted-query.ts";
import { fittedOf, logistic, namesOf, featureIndex, type UnitFeature } from "./weights.ts";

/** Describes how well the best unit answers the question. `ranked` must not be empty. */
export function confidenceFeatures(
  query: WeightedQuery,
  retrieval: Retrieval,
  ranked: RankedUnit[],
): Float64Array {
  const best = ranked[0] as RankedUnit;
  const passage = retrieval.passages[best.passage];
  const feature = (name: UnitFeature, { features } = best) => features[featureIndex[name]] ?? 0;
  const weightOf = (has: (term: number) => boolean | number) =>
    query.allWeights.reduce((sum, weight, term) => sum + weight * Number(has(term)), 0);
  const topic = new Set(
    passage?.matches.filter((match) => match.inHeading || match.inTitle).map((match) => match.term),
  );
  const inSamePassage = ranked.filter((unit) => unit.passage === best.passage);
  const shares = query.terms.map((_, term) =>
    Math.max(topic.has(term) ? 1 : 0, ...inSamePassage.map(({ matched }) => matched[term] ?? 0)),
  );
  const inPassage = (term: number) => shares[term] ?? 0;
  const own = (term: number) => best.matched[term] ?? 0;
  const heaviest = query.allWeights.indexOf(Math.max(...query.allWeights));
  const names = namedTerms(query);
  const coverages = retrieval.passages.map(({ matches }) =>
    weightOf((term) => matches.some((match) => match.term === term)),
  );
  const scores = retrieval.passages.map(({ score }) => score);
  const count = query.terms.length;
  const values: Record<keyof typeof confidenceWeights, number> = {
    coverage: weightOf(own),
    passageCoverage: weightOf(inPassage),
    bestCoverage: Math.max(...coverages),
    unknownWeight: weightOf((term) => query.terms[term]?.chunkFrequency === 0),
    heaviestMissing: 1 - inPassage(heaviest),
    namesMissing: weightOf((term) => (names.has(term) ? 1 - inPassage(term) : 0)),
    coverageUnderHeading: feature("allCoverage"),
    proximity: feature("proximity"),
    probability: best.probability,
    passageProbability: totalProbability(inSamePassage),
    // Here and below, divisors only scale a feature to about 0 to 1; the fit absorbs them.
    sentenceScore: best.score / 10,
    scoreMargin:
      (scores[0] ?? 0) > 0 ? 1 - (scores[Math.min(4, scores.length - 1)] ?? 0) / (scores[0] ?? 1) : 0,
    bm25Share:
      retrieval.totalIdf > 0 ? Math.min(1, (passage?.features.bm25 ?? 0) / (3 * retrieval.totalIdf)) : 0,
    lacksAskedKind: feature("valueMiss") > 0 || wordingNames.some((name) => feature(name) < 0) ? 1 : 0,
    fewTerms: count <= 2 ? 1 : 0,
    manyTerms: Math.min(1, Math.max(0, count - 5) / 10),
    matchedWeight: Math.min(1, (query.totalWeight * weightOf(inPassage)) / 12),
    topicCoverage: weightOf((term) => topic.has(term)),
    retrievalProximity: passage?.features.proximity ?? 0,
    valueHit: feature("valueHit"),
    numberConflict: feature("numberConflict"),
    secondProbability: ranked[1]?.probability ?? 0,
    aligned: feature("aligned"),
    alignedUnderHeading: feature("alignedUnderHeading"),
    similarityUnderHeading: feature("similarityUnderHeading"),
    bestAligned: Math.max(0, ...ranked.map((unit) => feature("aligned", unit))),
    matcherScore: feature("matcherScore"),
    bestMatcherScore: Math.max(...ranked.map((unit) => feature("matcherScore", unit))),
    fewUnits: 1 / ranked.length,
  };
  return Float64Array.from(namesOf(confidenceWeights), (name) => values[name]);
}

const wordingNames: readonly UnitFeature[] = ["hasNewName", ...Object.values(wordingFeatures)];

/** Terms that are names or figures in the question: they must not be missing. */
function namedTerms(question: WeightedQuery): Set<number> {
  const named = new Set<number>();
  question.terms.forEach(({ word }, index) => {
    if (/[0-9]/.test(word)) named.add(index);
    const at = question.text.toLowerCase().indexOf(word);
    if (at > 0 && /\p{Lu}/u.test(question.text[at] ?? "") && !/[.!?]\s*$/.test(question.text.slice(0, at)))
      named.add(index);
  });
  return named;
}

/** The two models of the confidence, and the calibration of their product. */
export type ConfidenceModel = typeof fittedModel;

/**
 * Exponent of the probability that the documents contain an answer. It counts more than the other one: answering what
 * the documents lack is the worse mistake.
 */
const confidenceExponent = 1.5;

/** The log odds of the product of both models, before calibration. */
export function confidenceOdds(
  model: Pick<ConfidenceModel, "hasAnswer" | "isRight">,
  features: Float64Array,
): number {
  const { hasAnswer, isRight } = model;
  return logOdds(logistic(hasAnswer, features) ** confidenceExponent * logistic(isRight, features));
}

/** The probability that the quote answers the question, before choosing between units and tables. */
export function confidenceOf(features: Float64Array, model: ConfidenceModel = fittedModel): number {
  const odds = model.calibration.slope * confidenceOdds(model, features) + model.calibration.intercept;
  return probabilityOf(odds);
}

const fittedModel = {
  /** Do the documents contain an answer at all? */
  hasAnswer: fittedOf("hasAnswer", confidenceWeights),
  /** If they do, is this quote it? */
  isRight: fittedOf("isRight", confidenceWeights),
  calibration: scalings.confidence,
};
