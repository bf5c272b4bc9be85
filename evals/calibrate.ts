/**
 * Fits the weights of the sentence selection and of the confidence on the question sets of a corpus,
 * and writes server/answering/extractive/calibration.ts. Prints what a new document would see: both
 * models fitted without the documents that they are judged on (five folds).
 *
 *   node evals/calibrate.ts [--corpus DIR] [--most 600] [--dry-run]
 */
import { parseArgs } from "node:util";
import { answerThreshold } from "../server/answering/extractive/calibration.ts";
import { gatherCases, readSources } from "./answers/gather.ts";
import {
  crossValidate,
  describeCases,
  fitConfidence,
  fitSentenceWeights,
  judgeCases,
} from "./answers/model.ts";
import { report } from "./answers/report.ts";
import { writeCalibration } from "./answers/write-calibration.ts";

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string", default: "../shared/corpus" },
    most: { type: "string", default: "600" },
    "dry-run": { type: "boolean", default: false },
  },
});

const gathered = await gatherCases(await readSources(options.corpus), Number(options.most));
const cases = describeCases(gathered.cases);
console.log(report(crossValidate(cases), answerThreshold));
const sentenceWeights = fitSentenceWeights(cases);
const model = fitConfidence(judgeCases(cases, sentenceWeights));
if (!options["dry-run"]) await writeCalibration(sentenceWeights, model, cases.length);
