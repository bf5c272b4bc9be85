import { linesOf } from "../../server/answering/extractive/answer-parts.ts";
import {
  chooseAmong,
  chooseBetween,
  type AnswerModels,
} from "../../server/answering/extractive/choose-answer.ts";
import { composeLines } from "../../server/answering/extractive/compose-answer.ts";
import { confidenceWeights } from "../../server/answering/extractive/calibration.ts";
import {
  confidenceFeatures,
  confidenceOdds,
  confidenceOf,
  type ConfidenceModel,
} from "../../server/answering/extractive/confidence.ts";
import {
  fittedChoice,
  isRow,
  isTypedCasually,
  type ChoiceModel,
} from "../../server/answering/extractive/calibrate-choice.ts";
import {
  bestTableFeatureCount,
  rankTables,
  tableConfidenceFeatures,
  tableFeatureCount,
  tableFeatures,
  type TableModel,
} from "../../server/answering/extractive/rank-tables.ts";
import { rankUnits, type RankedUnit } from "../../server/answering/extractive/rank-units.ts";
import type { FittedModels } from "./write-calibration.ts";
import { describeUnits, type Candidate } from "../../server/answering/extractive/unit-features.ts";
import { weighQuery, type WeightedQuery } from "../../server/answering/extractive/weighted-query.ts";
import { columnOf, unitFeatureNames } from "../../server/answering/extractive/weights.ts";
import { asksToChoose } from "../../server/answering/tables/question-operators.ts";
import { answerFromTables } from "../../server/answering/tables/answer-from-tables.ts";
import type { TableCandidate } from "../../server/answering/tables/table-candidate.ts";
import type { Case } from "./cases.ts";
import { fitCasual, fitWritten, withoutTheirOwn, type Outcome } from "./fit-promises.ts";
import { fitChoice, fitLine, fitLogistic } from "./fit.ts";

/** A case with all that the two models look at. */
export interface Described {
  source: Case;
  weighted: WeightedQuery;
  candidates: Candidate[];
  /** Per candidate: whether what is composed around it answers. */
  right: boolean[];
  fold: number;
  /** All sets count the same, and so do the sizes of collection within a set. */
  weight: number;
}

export interface Judged {
  source: Case;
  weighted: WeightedQuery;
  content: string;
  /** Best first. */
  ranked: RankedUnit[];
  right: boolean;
  /** What the tables say. */
  tables: { candidate: TableCandidate; right: boolean }[];
  features: Float64Array;
  confidence: number;
  fold: number;
  weight: number;
}

export const folds = 5;

/** What is kept together in a fold: a document, or an everyday organization. */
const groupOf = ({ question }: Case): string => `${question.set}/${question.document}`;

/** Smaller groups count by their size: of two questions that share a group's weight, one could tip a bin. */
const minPerGroup = 30;

export function describeCases(cases: Case[]): Described[] {
  const groups = new Map<string, number>();
  const keyOf = (c: Case) => [c.question.set, c.collection, c.indexed, c.question.answerable].join();
  for (const one of cases) groups.set(keyOf(one), (groups.get(keyOf(one)) ?? 0) + 1);
  const documents = [...new Set(cases.map((one) => groupOf(one)))];
  const foldOf = new Map(documents.map((name, i) => [name, i % folds]));
  return cases
    .filter(({ retrieval }) => retrieval.terms.length > 0)
    .map((source) => {
      const { retrieval } = source;
      const weighted = weighQuery(source.text, retrieval, source.earlier);
      const candidates = describeUnits(weighted, retrieval.passages, { tables: source.tables });
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
        right,
        fold: foldOf.get(groupOf(source)) ?? 0,
        weight,
      };
    });
}

/** All everyday questions together count as much as three or four sets of the corpus. */
const everydayWeight = 10;
/** Those that are asked of another organization together. */
const foreignWeight = 2;

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
  }[collection];
  if (collection === "everyday" || collection === "foreign") return size;
  if (!question.answerable) return 0.25;
  return indexed ? size : size * 0.7;
}

/** How much more everyday questions count where units are ranked than where it is told what is held. */
const everydayWeightInRanking = 3;

export function fitUnitWeights(cases: Described[]): number[] {
  const usable = cases.filter(
    ({ source, right }) => source.indexed && source.collection !== "one" && right.some(Boolean),
  );
  // Two dozen weights need no more than this many questions.
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
  everyday: 2,
};

/** Ranks, quotes and judges every case with the weights given, or else those of the product. */
export function judgeCases(cases: Described[], unitWeights?: readonly number[]): Judged[] {
  return cases.flatMap(({ source, weighted, candidates, fold, weight }) => {
    const { retrieval, question } = source;
    const ranked = rankUnits(candidates, unitWeights);
    if (ranked.length === 0) return [];
    const lines = composeLines(ranked, retrieval.passages, {
      ofSeveralRows: asksToChoose(weighted.text),
    });
    const content = lines.map((line) => line.content).join("\n");
    const isRight = (answer: string) => source.indexed && question.answerable && source.answers(answer);
    const features = confidenceFeatures(weighted, retrieval, ranked);
    const tables = answerFromTables(weighted.text, retrieval.terms, source.tables, ranked).map(
      (candidate) => ({ candidate, right: isRight(candidate.content) }),
    );
    return [
      {
        source,
        weighted,
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
 * What is promised is promised to people who ask as in everyday questions, of organizations that hold most of
 * the answers, more than to the other sets, whose references call many good quotes wrong.
 */
const everydayPromise = 3;

const isEveryday = ({ source }: Judged): boolean => source.collection === "everyday";

/**
 * Whether the documents hold an answer is learned from all sets alike, whether the quote is right from
 * each set as far as its references can be relied on. The calibration of both together promises what
 * the references say, so there the sets count alike again.
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
  const calibration = fitLine(
    cases.map((one) => ({
      odds: confidenceOdds({ held, right }, one.features),
      right: one.right,
      weight: one.weight * (isEveryday(one) ? everydayPromise : 1),
    })),
  );
  return { held, right, calibration };
}

/** Holds the weights of the choice near to nothing: many features, few questions. */
const tableChoiceBound = 0.06;

/**
 * Which of what tables say is said, whether it is right, and whether rather than the best units, learned where a table
 * says anything: the last where only one of the two is right.
 */
function fitTables(cases: Judged[], model: ConfidenceModel): TableModel {
  const everyday = cases.filter((one) => one.tables.length > 0 && isEveryday(one));
  const choices = everyday.map(({ tables }) => ({
    units: tables.map(({ candidate }) => tableFeatures(candidate)),
    right: tables.map(({ right }) => right),
    weight: 1,
  }));
  const choice = [...fitChoice(choices, tableFeatureCount, tableChoiceBound)];
  const outcomes = everyday.map((one) => {
    const { best, ranked, unit } = bestTable(one, model, choice);
    return { features: tableConfidenceFeatures(ranked, unit), right: best?.right === true, weight: 1 };
  });
  const decisive = outcomes.filter(({ right }, at) => right !== everyday[at]?.right);
  return {
    choice,
    confidence: fitLogistic(outcomes, bestTableFeatureCount, 0.02),
    preference: fitLogistic(decisive, bestTableFeatureCount, 0.02),
  };
}

/** How often what is said is right, learned after the choice. */
export function fitPromises(cases: Judged[], fitted?: Omit<FittedModels, "choice">): ChoiceModel {
  const outcomes = cases.map((one) => outcomeOf(one, fitted));
  return { casual: fitCasual(outcomes), written: fitWritten(outcomes) };
}

const outcomeOf = (one: Judged, fitted?: Omit<FittedModels, "choice">): Outcome => ({
  source: one.source,
  weight: one.weight,
  ...chooseSurer(one, fitted?.confidence, fitted?.tables),
});

/** The best of what the tables say, with what its confidence rests on. */
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

/** Whether the composed units are right, or a table where that is surer; and the choice between them. */
function chooseSurer(one: Judged, confidence?: ConfidenceModel, tableModel?: TableModel) {
  const { weighted, source, features, ranked, tables } = one;
  const { answers, choice } = chooseBetween(
    { question: weighted.text, isCasual: isTypedCasually(source.text), features, ranked },
    tables.map(({ candidate }) => candidate),
    { confidence, tables: tableModel },
  );
  const best = tables.find(({ candidate }) => candidate === answers[0]?.candidate);
  return { right: choice.table === null ? one.right : best?.right === true, choice };
}

/** What is said in the end, and what is promised of it. */
export function chooseMoreConfident(
  one: Judged,
  fitted?: Omit<AnswerModels, "unitWeights">,
  unitWeights?: readonly number[],
): Judged {
  const { source, weighted: query, ranked } = one;
  const { retrieval, tables } = source;
  const models = { ...fitted, unitWeights };
  const isCasual = isTypedCasually(source.text);
  const chosen = chooseAmong(query, retrieval, { tables, isCasual, ranked }, models);
  const { lines, confidence } = linesOf({ query, isCasual, retrieval, tables, chosen, models });
  const content = lines.map((line) => line.content).join("\n");
  const isAsked = source.indexed && source.question.answerable;
  return { ...one, content, right: isAsked && source.answers(content), confidence };
}

/** Both models fitted on the other folds' documents, for every fold: what a new document would see. */
export function crossValidate(cases: Described[]): Judged[] {
  return Array.from({ length: folds }, (_, fold) => {
    const unitWeights = fitUnitWeights(cases.filter((one) => one.fold !== fold));
    const judged = judgeCases(cases, unitWeights);
    const others = judged.filter((one) => one.fold !== fold);
    const models = fitModels(others);
    return judged
      .filter((one) => one.fold === fold)
      .map((one) => chooseMoreConfident(one, models, unitWeights));
  }).flat();
}

/**
 * What an organization or a document would see that the promise was not learned from: chosen with the product's figures,
 * what is promised of it learned by `fit` from the others.
 */
export function crossValidatePromise(
  cases: Judged[],
  fit: (outcomes: Outcome[]) => Partial<ChoiceModel>,
): Judged[] {
  const outcomes = cases.map((one) => ({ one, ...outcomeOf(one) }));
  return withoutTheirOwn(outcomes, promiseFolds, fit).map(({ one: { one }, model }) =>
    chooseMoreConfident(one, { choice: { ...fittedChoice, ...model } }),
  );
}

const promiseFolds = 9;

/** All that decides what is said and what is promised of it, but the ranking. */
export function fitModels(cases: Judged[]): FittedModels {
  const confidence = fitConfidence(cases);
  const tables = fitTables(cases, confidence);
  return { confidence, tables, choice: fitPromises(cases, { confidence, tables }) };
}
