import {
  confidenceFeatureNames,
  confidenceFeatures,
  confidenceFeatureSigns,
  confidenceOdds,
  confidenceOf,
  type ConfidenceModel,
} from "../../server/answering/extractive/confidence.ts";
import { rankSentences, selectQuotes } from "../../server/answering/extractive/selection.ts";
import {
  describeSentences,
  handSetWeights,
  sentenceFeatureNames,
  type Candidate,
  type WeightedQuestion,
  weighQuestion,
} from "../../server/answering/extractive/sentence-features.ts";
import type { Case } from "./cases.ts";
import { fitChoice, fitLogistic } from "./fit.ts";
import { holdsAnswer } from "./judge.ts";

/** A case with all that the two models look at. */
export interface Described {
  source: Case;
  weighted: WeightedQuestion;
  candidates: Candidate[];
  /** Per candidate: whether this sentence alone answers. */
  right: boolean[];
  fold: number;
  /** All sets count the same, and so do the sizes of collection within a set. */
  weight: number;
}

export interface Judged {
  source: Case;
  quotes: string[];
  right: boolean;
  features: Float64Array;
  confidence: number;
  fold: number;
  weight: number;
}

export const folds = 5;

/** Smaller groups count by their size: of two questions that share a group's weight, one could tip a bin. */
const fewestOfGroup = 30;

export function describeCases(cases: Case[]): Described[] {
  const groups = new Map<string, number>();
  const keyOf = (c: Case) => [c.question.set, c.collection, c.indexed, c.question.answerable].join();
  for (const one of cases) groups.set(keyOf(one), (groups.get(keyOf(one)) ?? 0) + 1);
  const documents = [...new Set(cases.map(({ question }) => `${question.set}/${question.document}`))];
  const foldOf = new Map(documents.map((name, i) => [name, i % folds]));
  return cases
    .filter(({ retrieval }) => retrieval.terms.length > 0)
    .map((source) => {
      const { question, retrieval } = source;
      const weighted = weighQuestion(source.asked, retrieval);
      const candidates = describeSentences(weighted, retrieval.passages);
      const right = candidates.map(({ passage, sentence }) => {
        const found = retrieval.passages[passage];
        if (found === undefined || found.documentName !== question.document || !source.indexed) return false;
        return holdsAnswer([found.text.slice(sentence.start, sentence.end)], question.references);
      });
      const weight = groupWeight(source) / Math.max(groups.get(keyOf(source)) ?? 1, fewestOfGroup);
      return {
        source,
        weighted,
        candidates,
        right,
        fold: foldOf.get(`${question.set}/${question.document}`) ?? 0,
        weight,
      };
    });
}

/**
 * How much a group of cases counts: two answerable questions for each whose document is missing,
 * and a fifth for questions written to be unanswerable from the very passage they are about.
 */
function groupWeight({ collection, indexed, question }: Case): number {
  const size = { all: 1, half: 0.6, three: 0.6, one: 0.6, corpus: 0.6 }[collection];
  if (!question.answerable) return 0.25;
  return indexed ? size : size * 0.7;
}

export function fitSentenceWeights(cases: Described[]): number[] {
  const usable = cases.filter(
    ({ source, right }) => source.indexed && source.collection !== "one" && right.some(Boolean),
  );
  // Two dozen weights need no more than this many questions.
  const step = Math.max(1, usable.length / 2_000);
  const choices = Array.from(
    { length: Math.floor(usable.length / step) },
    (_, i) => usable[Math.floor(i * step)] as Described,
  ).map(({ candidates, right, weight }) => ({
    sentences: candidates.map(({ features }) => features),
    right,
    weight,
  }));
  const fixed = sentenceFeatureNames.map((name) => handSetWeights[name] ?? null);
  return [...fitChoice(choices, sentenceFeatureNames.length, 0.002, fixed)];
}

/**
 * How far the references of a set can be relied on to tell right from wrong. Spans marked in the
 * text can; answers that somebody or something wrote in their own words, or fragments of clauses
 * where several say the same, call many good quotes wrong.
 */
const reliability: Record<string, number> = {
  squad2: 2,
  covidqa: 1,
  "hr-handbook-faq": 0.7,
  "covid-faq": 0.5,
  "zava-insurance-hr": 0.4,
  "mtrag-un": 0.2,
  policyqa: 0.15,
};

/** Ranks, quotes and judges every case with the weights given, or else those of the product. */
export function judgeCases(cases: Described[], sentenceWeights?: readonly number[]): Judged[] {
  return cases.flatMap(({ source, weighted, candidates, fold, weight }) => {
    const { retrieval, question } = source;
    const ranked = rankSentences(candidates, sentenceWeights);
    if (ranked.length === 0) return [];
    const quotes = selectQuotes(ranked, retrieval.passages).map(({ passage, stretches }) => {
      const text = retrieval.passages[passage]?.text ?? "";
      return stretches.map(({ start, end }) => text.slice(start, end)).join("\n");
    });
    const right = source.indexed && question.answerable && holdsAnswer(quotes, question.references);
    const features = confidenceFeatures(weighted, retrieval, ranked);
    return [{ source, quotes, right, features, confidence: 0, fold, weight }];
  });
}

/**
 * Whether the documents hold an answer is learned from all sets alike, whether the quote is right from
 * each set as far as its references can be relied on. The calibration of both together promises what
 * the references say, so there all sets count alike again.
 */
export function fitConfidence(cases: Judged[]): ConfidenceModel {
  const size = confidenceFeatureNames.length;
  const bound = 0.0005;
  const signs = confidenceFeatureNames.map((name) => confidenceFeatureSigns[name]);
  const answerable = cases.filter(({ source }) => source.question.answerable);
  const trusted = cases.map((one) => ({
    ...one,
    weight: one.weight * (reliability[one.source.question.set] ?? 0.5),
  }));
  const held = fitLogistic(
    answerable.map((one) => ({ ...one, right: one.source.indexed })),
    size,
    bound,
    signs,
  );
  const right = fitLogistic(
    trusted.filter(({ source }) => source.indexed),
    size,
    bound,
    signs,
  );
  const odds = cases.map((one) => ({
    ...one,
    features: Float64Array.of(confidenceOdds({ held, right }, one.features)),
  }));
  const { weights, intercept } = fitLogistic(odds, 1, 0);
  return { held, right, calibration: { slope: weights[0] ?? 1, intercept } };
}

/** Both models fitted on the other folds' documents, for every fold: what a new document would see. */
export function crossValidate(cases: Described[]): Judged[] {
  return Array.from({ length: folds }, (_, fold) => {
    const sentenceWeights = fitSentenceWeights(cases.filter((one) => one.fold !== fold));
    const judged = judgeCases(cases, sentenceWeights);
    const model = fitConfidence(judged.filter((one) => one.fold !== fold));
    return judged
      .filter((one) => one.fold === fold)
      .map((one) => ({ ...one, confidence: confidenceOf(one.features, model) }));
  }).flat();
}
