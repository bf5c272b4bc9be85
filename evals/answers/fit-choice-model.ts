import { confidenceWeights } from "../../server/answering/extractive/fitted-weights.ts";
import {
  answerOdds,
  choiceFeatureNames,
  choiceFeatures,
  choosingFeatureNames,
  hasAnswerExponents,
  type AnswerModel,
  type Choice,
  type ChoiceModel,
  type Typing,
} from "../../server/answering/extractive/calibrate-choice.ts";
import { columnOf } from "../../server/answering/extractive/weights.ts";
import type { Case } from "./cases.ts";
import { fitScaling } from "./fit.ts";
import { fitTrees } from "./fit-trees.ts";

/** Answering what the documents lack is the worse mistake: weights of everyday questions without an answer. */
const missingWeights: Readonly<Record<Typing, number>> = { casual: 8, written: 4 };
const foreignQuestionWeight = 0.3;
/**
 * Share of everyday questions in the weight of the training data for written-out questions, and how much more of them
 * those weigh that are written out themselves.
 */
const everydayShare = 0.4;
const writtenWeight = 8;
/** Weight of a written-out question in the training data for casually typed ones. */
const writtenShare = 0.1;
const folds = 4;

/** The answer chosen for a question, and whether it is right. */
export interface Outcome {
  source: Case;
  choice: Choice;
  right: boolean;
  weight: number;
}

/** What the models are fitted to, with its weight in them and in their calibration. */
interface Example extends Omit<Outcome, "choice"> {
  features: Float64Array;
  calibrationWeight: number;
}

const confidenceSigns = columnOf(confidenceWeights, "sign");
const signs = choiceFeatureNames.map((_, feature) => confidenceSigns[feature] ?? 0);

const choosingFeatures = choosingFeatureNames.map((name) => choiceFeatureNames.indexOf(name));

function withoutChoosing(features: Float64Array): Float64Array {
  const others = features.slice();
  for (const feature of choosingFeatures) others[feature] = 0;
  return others;
}

export function fitChoiceModel(outcomes: readonly Outcome[]): ChoiceModel {
  return {
    casual: fitAnswerModel(casualExamples(outcomes), hasAnswerExponents.casual),
    written: fitAnswerModel(writtenExamples(outcomes), hasAnswerExponents.written),
  };
}

/** Fits both models, and the calibration with models that were fitted without the organization or document judged. */
function fitAnswerModel(examples: readonly Example[], exponent: number): AnswerModel {
  const fit = (some: readonly Example[]) => {
    const answerable = some.filter(({ source }) => source.question.answerable);
    return {
      hasAnswer: fitTrees(
        answerable.map((one) => ({
          ...one,
          features: withoutChoosing(one.features),
          right: one.source.indexed,
        })),
        signs,
      ),
      isRight: fitTrees(
        answerable.filter(({ source }) => source.indexed),
        signs,
      ),
    };
  };
  const scaling = fitScaling(
    withoutTheirOwn(examples, fit)
      .filter(({ one }) => one.calibrationWeight > 0)
      .map(({ one, model }) => ({
        right: one.right,
        weight: one.calibrationWeight,
        odds: answerOdds(model, one.features, exponent),
      })),
  );
  return { ...fit(examples), scaling };
}

/**
 * Everyday questions, with more weight on those without an answer, and a little on written-out ones; calibrated to
 * everyday questions, with the same weight for each author.
 */
function casualExamples(outcomes: readonly Outcome[]): Example[] {
  const isJudged = ({ source, choice }: Outcome) =>
    source.collection === "everyday" && choice.isCasual && source.isFurther !== true;
  const byAuthor = Map.groupBy(outcomes.filter(isJudged), ({ source }) => source.author);
  return outcomes
    .filter(({ source, choice }) => choice.isCasual || !isEveryday(source))
    .map((one) => ({
      ...describe(one),
      weight: casualWeight(one),
      calibrationWeight: isJudged(one) ? 1 / (byAuthor.get(one.source.author)?.length ?? 1) : 0,
    }));
}

/** The corpus and everyday questions; calibrated to the corpus and the everyday questions that are written out. */
function writtenExamples(outcomes: readonly Outcome[]): Example[] {
  const ofCorpus = outcomes.reduce((sum, { source, weight }) => sum + (isEveryday(source) ? 0 : weight), 0);
  const everydayCount = outcomes.filter(({ source }) => isEveryday(source)).length;
  const perEverydayWeight = (outcomes.length * everydayShare) / everydayCount;
  const perCorpusWeight = (outcomes.length * (1 - everydayShare)) / ofCorpus;
  return outcomes.map((one): Example => {
    const { source, choice } = one;
    if (!isEveryday(source)) {
      const weight = perCorpusWeight * one.weight;
      return { ...describe(one), weight, calibrationWeight: weight };
    }
    const isOwn = source.collection === "everyday";
    const weight = perEverydayWeight * everydayWeight(source) * (choice.isCasual ? 1 : writtenWeight);
    return {
      ...describe(one),
      weight: weight * (isOwn && !source.indexed ? missingWeights.written : 1),
      calibrationWeight: choice.isCasual || source.collection === "short" ? 0 : weight,
    };
  });
}

const isEveryday = ({ question }: Case): boolean => question.set === "everyday";

const describe = ({ source, choice, right }: Outcome): Pick<Example, "source" | "features" | "right"> => ({
  source,
  features: choiceFeatures(choice),
  right,
});

/** Pairs each one with a model that was fitted without its organization or document. */
function withoutTheirOwn<One extends { source: Case }, Model>(
  all: readonly One[],
  fit: (others: One[]) => Model,
): { one: One; model: Model }[] {
  const groupOf = ({ source: { question } }: One) => `${question.set}/${question.document}`;
  const groups = [...new Set(all.map(groupOf))];
  const foldOf = new Map(groups.map((group, at) => [group, at % folds]));
  return Array.from({ length: folds }, (_, fold) => {
    const model = fit(all.filter((one) => foldOf.get(groupOf(one)) !== fold));
    return all.filter((one) => foldOf.get(groupOf(one)) === fold).map((one) => ({ one, model }));
  }).flat();
}

function casualWeight({ source, choice }: Outcome): number {
  if (!choice.isCasual) return writtenShare;
  return source.collection === "everyday" && !source.indexed ? missingWeights.casual : everydayWeight(source);
}

const everydayWeight = ({ collection }: Case): number =>
  collection === "foreign" ? foreignQuestionWeight : 1;
