/**
 * What the extractive answers and their confidence are worth, as the product gives them: the fitted
 * figures of server/pipeline/answer/calibration.ts. For figures that a new document would see, fitted
 * without the documents judged, run evals/calibrate.ts --dry-run.
 *
 *   node evals/answers.ts [--corpus DIR] [--most 600] [--cross-validated]
 */
import { parseArgs } from "node:util";
import { answerThreshold } from "../server/pipeline/answer/calibration.ts";
import { confidenceOf } from "../server/pipeline/answer/confidence.ts";
import { gatherCases } from "./answers/gather.ts";
import { crossValidate, describeCases, judgeCases } from "./answers/model.ts";
import { report } from "./answers/report.ts";

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string", default: "../shared/corpus" },
    most: { type: "string", default: "600" },
    "cross-validated": { type: "boolean", default: false },
  },
});

const gathered = await gatherCases(options.corpus, Number(options.most));
const cases = describeCases(gathered.cases);
const judged = options["cross-validated"]
  ? crossValidate(cases)
  : judgeCases(cases).map((one) => ({ ...one, confidence: confidenceOf(one.features) }));
console.log(`Threshold of an answer: ${answerThreshold}\n`);
console.log(report(judged, answerThreshold));
console.log(`\n${gathered.followUps}`);
