import { logOdds } from "../../server/answering/calibration/log-odds.ts";
import { treeOdds, type BoostedTrees, type Tree } from "../../server/answering/extractive/boosted-trees.ts";
import { confidenceWeights } from "../../server/answering/extractive/fitted-weights.ts";
import {
  choiceFeatureNames,
  choiceFeatures,
  writtenProduct,
  type Choice,
  type ChoiceModel,
  type PlattScaling,
} from "../../server/answering/extractive/calibrate-choice.ts";
import { columnOf } from "../../server/answering/extractive/weights.ts";
import type { Case } from "./cases.ts";
import { fitScaling } from "./fit.ts";
import { fitTrees } from "./fit-trees.ts";

/** Answering what the documents lack is the worse mistake. */
const missingWeight = 8;
const foreignQuestionWeight = 0.3;
/** Share of everyday questions in the weight of the training data for written-out questions. */
const everydayShare = 0.1;
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

interface Described extends Omit<Outcome, "choice"> {
  features: Float64Array;
}

const confidenceSigns = columnOf(confidenceWeights, "sign");
const signs = choiceFeatureNames.map((_, feature) => confidenceSigns[feature] ?? 0);

/**
 * Fitted with more weight on questions without an answer, and a little on written-out questions; then calibrated to
 * everyday questions, with the same weight for each author.
 */
export function fitCasual(outcomes: readonly Outcome[]): BoostedTrees {
  const learned = outcomes
    .filter(({ source, choice }) => choice.isCasual || !isEveryday(source))
    .map((one) => ({ ...describe(one), weight: casualWeight(one) }));
  const judged = withoutTheirOwn(learned, (others) => fitTrees(others, signs))
    .filter(({ one: { source } }) => source.collection === "everyday" && source.isFurther !== true)
    .map(({ one, model }) => ({ ...one, odds: treeOdds(model, one.features) }));
  const byAuthor = Map.groupBy(judged, ({ source }) => source.author);
  const scaling = fitScaling(
    judged.map((one) => ({ ...one, weight: 1 / (byAuthor.get(one.source.author)?.length ?? 1) })),
  );
  return along(fitTrees(learned, signs), scaling);
}

/** Fitted to the corpus, and a little to everyday questions, whose references miss no right answer. */
export function fitWritten(outcomes: readonly Outcome[]): ChoiceModel["written"] {
  const ofCorpus = outcomes.reduce((sum, { source, weight }) => sum + (isEveryday(source) ? 0 : weight), 0);
  const everydayCount = outcomes.filter(({ source }) => isEveryday(source)).length;
  const perEverydayWeight = (outcomes.length * everydayShare) / everydayCount;
  const perCorpusWeight = (outcomes.length * (1 - everydayShare)) / ofCorpus;
  const weightOf = ({ source, weight }: Outcome): number => {
    if (!isEveryday(source)) return perCorpusWeight * weight;
    return perEverydayWeight * (source.collection === "foreign" ? foreignQuestionWeight : 1);
  };
  const described = outcomes.map((one) => ({ ...describe(one), weight: weightOf(one) }));
  const fit = (others: readonly Described[]) => ({
    hasAnswer: fitTrees(
      others
        .filter(({ source }) => source.question.answerable)
        .map((one) => ({ ...one, right: one.source.indexed })),
      signs,
    ),
    isRight: fitTrees(
      others.filter(({ source }) => source.indexed && source.question.answerable),
      signs,
    ),
  });
  const scaling = fitScaling(
    withoutTheirOwn(described, fit).map(({ one, model }) => ({
      ...one,
      odds: logOdds(writtenProduct(model, one.features)),
    })),
  );
  return { ...fit(described), scaling };
}

const isEveryday = ({ question }: Case): boolean => question.set === "everyday";

const describe = ({ source, choice, right, weight }: Outcome): Described => ({
  source,
  features: choiceFeatures(choice),
  right,
  weight,
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
  if (source.collection === "foreign") return foreignQuestionWeight;
  return isEveryday(source) && !source.indexed ? missingWeight : 1;
}

function along({ intercept, trees }: BoostedTrees, scaling: PlattScaling): BoostedTrees {
  const scaled = (tree: Tree): Tree => {
    if (typeof tree === "number") return Number((scaling.slope * tree).toFixed(4));
    const [feature, from, below, above] = tree;
    return [feature, from, scaled(below), scaled(above)];
  };
  return { intercept: scaling.slope * intercept + scaling.intercept, trees: trees.map(scaled) };
}
