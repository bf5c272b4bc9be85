import { composeHelpOfParts } from "../../server/answering/extractive/compose-help.ts";
import { linesOf } from "../../server/answering/extractive/multi-part-answer.ts";
import {
  chooseAmong,
  chooseBetween,
  type AnswerModels,
} from "../../server/answering/extractive/choose-text-or-table.ts";
import { composeLines } from "../../server/answering/extractive/answer-lines.ts";
import { confidenceWeights } from "../../server/answering/extractive/fitted-weights.ts";
import {
  confidenceFeatures,
  confidenceOdds,
  confidenceOf,
  type ConfidenceModel,
} from "../../server/answering/extractive/confidence.ts";
import { isRow } from "../../server/answering/extractive/calibrate-choice.ts";
import {
  bestTableAnswerFeatureCount,
  rankTables,
  tableConfidenceFeatures,
  tableAnswerFeatureCount,
  tableAnswerFeatures,
  type TableModel,
} from "../../server/answering/extractive/rank-tables.ts";
import { matchUnits } from "../../server/answering/extractive/match-units.ts";
import type { Matcher } from "../../server/answering/extractive/matcher/matcher.ts";
import { rankUnits, type RankedUnit } from "../../server/answering/extractive/rank-units.ts";
import type { FittedModels } from "./write-fitted-weights.ts";
import { describeUnits, type Candidate } from "../../server/answering/extractive/unit-features.ts";
import { weighQuery, type WeightedQuery } from "../../server/answering/extractive/weighted-query.ts";
import { columnOf, unitFeatureNames } from "../../server/answering/extractive/weights.ts";
import { asksToChoose, isTypedCasually } from "../../server/language/question-type.ts";
import { answerFromTables } from "../../server/answering/tables/answer-from-tables.ts";
import type { TableCandidate } from "../../server/answering/tables/table-candidate.ts";
import type { Case } from "./cases.ts";
import { fitChoiceModel, type Outcome } from "./fit-choice-model.ts";
import { foldOf, folds } from "./matchers.ts";
import { fitChoice, fitScaling, fitLogistic } from "./fit.ts";

/** A case with the input of both models. */
export interface Described {
  source: Case;
  weighted: WeightedQuery;
  candidates: Candidate[];
  /** The matcher that scored the candidates; the product's if undefined. */
  matcher: Matcher | undefined;
  /** Per candidate: whether the answer composed around it is right. */
  right: boolean[];
  fold: number;
  /** All sets have the same weight, and so do the sizes of collection within a set. */
  weight: number;
}

export interface Judged {
  source: Case;
  weighted: WeightedQuery;
  matcher: Matcher | undefined;
  content: string;
  /** Best first. */
  ranked: RankedUnit[];
  right: boolean;
  /** The tables' answers. */
  tables: { candidate: TableCandidate; right: boolean }[];
  features: Float64Array;
  confidence: number;
  fold: number;
  weight: number;
  /** The quotes that may help instead, once an answer is chosen. */
  help?: () => string[];
}

/** The key of cases that stay together in a fold: a document, or an everyday organization. */
const groupOf = ({ question }: Case): string => `${question.set}/${question.document}`;

/** Smaller groups weigh in proportion to their size, so that no single question dominates a calibration bin. */
const minPerGroup = 30;

export function describeCases(cases: Case[], matcherFor?: (group: string) => Matcher): Described[] {
  const groups = new Map<string, number>();
  const keyOf = (c: Case) => [c.question.set, c.collection, c.indexed, c.question.answerable].join();
  for (const one of cases) groups.set(keyOf(one), (groups.get(keyOf(one)) ?? 0) + 1);
  return cases
    .filter(({ retrieval }) => retrieval.terms.length > 0)
    .map((source) => {
      const { retrieval } = source;
      const weighted = weighQuery(source.text, retrieval, source.earlier);
      const units = describeUnits(weighted, retrieval.passages, { tables: source.tables });
      const matcher = matcherFor?.(groupOf(source));
      const candidates = matchUnits(weighted, units, matcher);
      const right = candidates.map(
        ({ passage, unit }) =>
          source.indexed &&
          source.isFrom(retrieval.passages[passage]?.documentName ?? "") &&
          source.answers(unit.composed.content),
      );
      const weight = groupWeight(source) / Math.max(groups.get(keyOf(source)) ?? 1, minPerGroup);
      return {
        source,
        weighted,
        candidates,
        matcher,
        right,
        fold: foldOf(groupOf(source)),
        weight,
      };
    });
}

/** All everyday questions together weigh as much as three or four sets of the corpus. */
const everydayWeight = 10;
/** All everyday questions that are asked of another organization together. */
const foreignWeight = 2;
/** All everyday questions that are asked of short documents together. */
const shortWeight = 2;

/**
 * How much a group of cases counts: two answerable questions for each whose document is missing,
 * and a fifth for questions written to be unanswerable from the very passage they are about.
 */
function groupWeight({ collection, indexed, question }: Case): number {
  const size = {
    all: 1,
    half: 0.6,
    three: 0.6,
    one: 0.6,
    corpus: 0.6,
    everyday: everydayWeight,
    foreign: foreignWeight,
    short: shortWeight,
  }[collection];
  if (question.set === "everyday") return size;
  if (!question.answerable) return 0.25;
  return indexed ? size : size * 0.7;
}

/** Factor of the weight of everyday questions in the ranking, compared with the confidence. */
const everydayWeightInRanking = 3;

export function fitUnitWeights(cases: Described[]): number[] {
  const usable = cases.filter(
    ({ source, right }) => source.indexed && source.collection !== "one" && right.some(Boolean),
  );
  // The weights need no more than this many questions.
  const step = Math.max(1, usable.length / 2_000);
  const choices = Array.from(
    { length: Math.floor(usable.length / step) },
    (_, i) => usable[Math.floor(i * step)] as Described,
  ).map(({ source, candidates, right, weight }) => ({
    units: candidates.map(({ features }) => features),
    right,
    weight: weight * (source.collection === "everyday" ? everydayWeightInRanking : 1),
  }));
  return [...fitChoice(choices, unitFeatureNames.length, 0.03)];
}

/**
 * How reliably the references of a set tell right answers from wrong ones. Spans marked in the text do; answers in
 * other words, or fragments of clauses of which several state the same, count many good quotes as wrong.
 */
const reliability: Record<string, number> = {
  squad2: 2,
  covidqa: 1,
  "hr-handbook-faq": 0.7,
  "covid-faq": 0.5,
  "zava-insurance-hr": 0.4,
  "mtrag-un": 0.2,
  policyqa: 0.15,
  everyday: 2,
};

/** Ranks the units, composes the answer and judges it for every case, with the given weights or the product's. */
export function judgeCases(cases: Described[], unitWeights?: readonly number[]): Judged[] {
  return cases.flatMap(({ source, weighted, candidates, matcher, fold, weight }) => {
    const { retrieval, question } = source;
    const ranked = rankUnits(candidates, unitWeights);
    if (ranked.length === 0) return [];
    const lines = composeLines(ranked, retrieval.passages, {
      ofSeveralRows: asksToChoose(weighted.text),
      weights: weighted.weights,
    });
    const content = lines.map((line) => line.content).join("\n");
    const isRight = (answer: string) => source.indexed && question.answerable && source.answers(answer);
    const features = confidenceFeatures(weighted, retrieval, ranked);
    const tables = answerFromTables(weighted, retrieval.terms, source.tables, ranked).map((candidate) => ({
      candidate,
      right: isRight(candidate.content),
    }));
    return [
      {
        source,
        weighted,
        matcher,
        content,
        ranked,
        right: isRight(content),
        tables,
        features,
        confidence: 0,
        fold,
        weight,
      },
    ];
  });
}

/**
 * Factor of the weight of everyday questions in the calibration: real users ask like them, of organizations with most
 * of the answers, while the references of other sets count many good quotes as wrong.
 */
const everydayPromise = 3;

const isEveryday = ({ source }: Judged): boolean => source.collection === "everyday";

/**
 * Whether the documents contain an answer is fitted to all sets alike, and whether the quote is right to each set by
 * its `reliability`. The calibration of both together predicts agreement with the references, so there the sets have
 * equal weights again.
 */
function fitConfidence(cases: Judged[]): ConfidenceModel {
  const bound = 0.0005;
  const signs = columnOf(confidenceWeights, "sign");
  const size = signs.length;
  const answerable = cases.filter(({ source }) => source.question.answerable);
  const trusted = cases.map((one) => ({
    ...one,
    weight: one.weight * (reliability[one.source.question.set] ?? 0.5),
  }));
  const hasAnswer = fitLogistic(
    answerable.map((one) => ({ ...one, right: one.source.indexed })),
    size,
    bound,
    signs,
  );
  const isRight = fitLogistic(
    trusted.filter(({ source }) => source.indexed),
    size,
    bound,
    signs,
  );
  const calibration = fitScaling(
    cases.map((one) => ({
      odds: confidenceOdds({ hasAnswer, isRight }, one.features),
      right: one.right,
      weight: one.weight * (isEveryday(one) ? everydayPromise : 1),
    })),
  );
  return { hasAnswer, isRight, calibration };
}

/** Strong regularization of the weights of the choice, because there are many features and few questions. */
const tableChoiceBound = 0.06;

/**
 * Fits which of the tables' answers to choose, whether it is right, and whether to prefer it to the best units, on
 * cases with tables' answers; the last only on cases in which exactly one of the two is right.
 */
function fitTables(cases: Judged[], model: ConfidenceModel): TableModel {
  const everyday = cases.filter((one) => one.tables.length > 0 && isEveryday(one));
  const choices = everyday.map(({ tables }) => ({
    units: tables.map(({ candidate }) => tableAnswerFeatures(candidate)),
    right: tables.map(({ right }) => right),
    weight: 1,
  }));
  const choice = [...fitChoice(choices, tableAnswerFeatureCount, tableChoiceBound)];
  const outcomes = everyday.map((one) => {
    const { best, ranked, unit } = bestTable(one, model, choice);
    return { features: tableConfidenceFeatures(ranked, unit), right: best?.right === true, weight: 1 };
  });
  const decisive = outcomes.filter(({ right }, at) => right !== everyday[at]?.right);
  return {
    choice,
    confidence: fitLogistic(outcomes, bestTableAnswerFeatureCount, 0.02),
    preference: fitLogistic(decisive, bestTableAnswerFeatureCount, 0.02),
  };
}

/** The answer chosen for each case, and whether it is right. */
const outcomesOf = (cases: Judged[], fitted: Omit<FittedModels, "choice">): Outcome[] =>
  cases.map((one) => ({ source: one.source, weight: one.weight, ...chooseSurer(one, fitted) }));

/** The best of the tables' answers, with the input of its confidence. */
function bestTable(
  { tables, ranked, features }: Judged,
  model?: ConfidenceModel,
  choice?: readonly number[],
) {
  const answers = rankTables(
    tables.map(({ candidate }) => candidate),
    choice,
  );
  const best = tables.find(({ candidate }) => candidate === answers[0]?.candidate);
  return { best, ranked: answers, unit: { confidence: confidenceOf(features, model), isRow: isRow(ranked) } };
}

/** Chooses between the composed units and a table, and tells whether the chosen one is right. */
function chooseSurer(one: Judged, fitted: Omit<FittedModels, "choice">) {
  const { weighted, source, features, ranked, tables } = one;
  const choice = chooseBetween(
    { question: weighted.text, isCasual: isTypedCasually(source.text), features, ranked },
    tables.map(({ candidate }) => candidate),
    fitted,
  );
  const chosen = tables.find(({ candidate }) => candidate === choice.table);
  return { right: chosen?.right ?? one.right, choice };
}

/** The final answer, with its calibrated confidence. */
export function chooseMoreConfident(one: Judged, fitted?: AnswerModels): Judged {
  const { source, weighted: query, ranked } = one;
  const { retrieval, tables } = source;
  const models = { ...fitted, matcher: one.matcher };
  const context = { query, isCasual: isTypedCasually(source.text), retrieval, tables };
  const chosen = chooseAmong(context, ranked, models);
  const { lines, confidence, parts } = linesOf({ ...context, chosen, models });
  const content = lines.map((line) => line.content).join("\n");
  const isAsked = source.indexed && source.question.answerable;
  const help = () => composeHelpOfParts(chosen, parts, retrieval.passages).map(({ quote }) => quote);
  return { ...one, content, right: isAsked && source.answers(content), confidence, help };
}

/**
 * Judges each organization or document as a new one, by models, and a matcher, that were fitted without it and without
 * the others of its fold. Only the weights of the ranking are the product's.
 */
export function crossValidate(cases: Described[]): Judged[] {
  const judged = judgeCases(cases);
  return Array.from({ length: folds }, (_, fold) => {
    const models = fitModels(judged.filter((one) => one.fold !== fold));
    return judged.filter((one) => one.fold === fold).map((one) => chooseMoreConfident(one, models));
  }).flat();
}

/** Fits all models except the ranking. */
export function fitModels(cases: Judged[]): FittedModels {
  const confidence = fitConfidence(cases);
  const tables = fitTables(cases, confidence);
  return { confidence, tables, choice: fitChoiceModel(outcomesOf(cases, { confidence, tables })) };
}
