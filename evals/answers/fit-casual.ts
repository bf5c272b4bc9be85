import { logOdds } from "../../server/answering/calibration/log-odds.ts";
import { choiceWeights, confidenceWeights } from "../../server/answering/extractive/calibration.ts";
import { columnOf, logistic, type LogisticWeights } from "../../server/answering/extractive/weights.ts";
import { choiceFeatures, type Choice } from "../../server/answering/extractive/calibrate-choice.ts";
import type { Case } from "./cases.ts";
import { fitLine, fitLogistic } from "./fit.ts";

/** Holds as many weights fitted to as few questions as these near to nothing. */
const casualBound = 0.04;
/** What the documents don't answer is the worse mistake, and asked more often in life than in the question sets. */
const missingWeight = 3;
const foreignQuestionWeight = 0.5;

/** What was said to a question. */
export interface Outcome {
  source: Case;
  choice: Choice;
  right: boolean;
}

/** Told apart with more weight on what is missing, then calibrated to everyday questions, each author's alike. */
export function fitCasual(outcomes: readonly Outcome[]): LogisticWeights {
  const casual = outcomes
    .filter(({ source, choice }) => choice.isCasual && source.question.set === "everyday")
    .map((one) => ({ ...one, features: choiceFeatures(one.choice) }));
  const signs = columnOf(confidenceWeights, "sign");
  const fitted = fitLogistic(
    casual.map(({ source, features, right }) => ({ features, right, weight: weightOfCasual(source) })),
    signs.length + Object.keys(choiceWeights).length,
    casualBound,
    signs,
  );
  const ofTheirOwn = casual.filter(({ source }) => source.collection === "everyday");
  const byAuthor = Map.groupBy(ofTheirOwn, ({ source }) => source.author);
  const { slope, intercept } = fitLine(
    ofTheirOwn.map(({ source, features, right }) => ({
      odds: logOdds(logistic(fitted, features)),
      right,
      weight: 1 / (byAuthor.get(source.author)?.length ?? 1),
    })),
  );
  return {
    weights: fitted.weights.map((weight) => slope * weight),
    intercept: slope * fitted.intercept + intercept,
  };
}

function weightOfCasual({ collection, indexed }: Case): number {
  if (collection === "foreign") return foreignQuestionWeight;
  return indexed ? 1 : missingWeight;
}
