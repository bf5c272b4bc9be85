import { treeOdds, type BoostedTrees, type Tree } from "../../server/answering/extractive/boosted-trees.ts";
import { confidenceWeights } from "../../server/answering/extractive/calibration.ts";
import {
  casualFeatureNames,
  choiceFeatures,
  type Choice,
  type Line,
} from "../../server/answering/extractive/calibrate-choice.ts";
import { columnOf } from "../../server/answering/extractive/weights.ts";
import type { Case } from "./cases.ts";
import { fitLine } from "./fit.ts";
import { fitTrees } from "./fit-trees.ts";

/** What the documents don't answer is the worse mistake, and asked more often in life than in the question sets. */
const missingWeight = 12;
const foreignQuestionWeight = 0.3;
const folds = 6;

/** What was said to a question. */
export interface Outcome {
  source: Case;
  choice: Choice;
  right: boolean;
}

interface Described {
  source: Case;
  features: Float64Array;
  right: boolean;
  weight: number;
}

/** Told apart with more weight on what is missing, then calibrated to everyday questions, each author's alike. */
export function fitCasual(outcomes: readonly Outcome[]): BoostedTrees {
  const casual = outcomes
    .filter(({ source, choice }) => choice.isCasual && source.question.set === "everyday")
    .map(({ source, choice, right }) => ({
      source,
      features: choiceFeatures(choice),
      right,
      weight: weightOfCasual(source),
    }));
  return along(fitTrees(casual, signs), fitPromise(casual));
}

const confidenceSigns = columnOf(confidenceWeights, "sign");
const signs = casualFeatureNames.map((_, feature) => confidenceSigns[feature] ?? 0);

/** From the odds that trees give for an organization that they were not fitted on to what is promised. */
function fitPromise(casual: readonly Described[]): Line {
  const judged = withoutTheirOwn(casual, folds, (others) => fitTrees(others, signs))
    .filter(({ one }) => one.source.collection === "everyday")
    .map(({ one, model }) => ({ ...one, odds: treeOdds(model, one.features) }));
  const byAuthor = Map.groupBy(judged, ({ source }) => source.author);
  return fitLine(
    judged.map((one) => ({ ...one, weight: 1 / (byAuthor.get(one.source.author)?.length ?? 1) })),
  );
}

/** Each with a model that was fitted without its organization. */
export function withoutTheirOwn<One extends { source: Case }, Model>(
  all: readonly One[],
  foldCount: number,
  fit: (others: One[]) => Model,
): { one: One; model: Model }[] {
  const organizations = [...new Set(all.map(({ source }) => source.question.document))];
  const foldOf = ({ source }: One) => organizations.indexOf(source.question.document) % foldCount;
  return Array.from({ length: foldCount }, (_, fold) => {
    const model = fit(all.filter((one) => foldOf(one) !== fold));
    return all.filter((one) => foldOf(one) === fold).map((one) => ({ one, model }));
  }).flat();
}

function weightOfCasual({ collection, indexed }: Case): number {
  if (collection === "foreign") return foreignQuestionWeight;
  return indexed ? 1 : missingWeight;
}

function along({ intercept, trees }: BoostedTrees, line: Line): BoostedTrees {
  const scaled = (tree: Tree): Tree => {
    if (typeof tree === "number") return Number((line.slope * tree).toFixed(4));
    const [feature, from, below, above] = tree;
    return [feature, from, scaled(below), scaled(above)];
  };
  return { intercept: line.slope * intercept + line.intercept, trees: trees.map(scaled) };
}
