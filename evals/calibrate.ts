/**
 * Fits the weights of the ranking and of the confidence on the question sets of a corpus and on everyday
 * organizations, and writes server/answering/extractive/calibration.ts. Prints cross-validated results, as for a new
 * document or organization: both models are fitted without those that they are judged on (five folds).
 *
 * With --promises only the calibration of chosen answers is fitted, on more questions: 600 per set by default. With
 * --keep-ranking the ranking of the units stays, and nothing is cross-validated. --without leaves organizations out.
 *
 *   node evals/calibrate.ts [--corpus DIR] [--everyday DIR]... [--without NAME]... [--most 240] [--dry-run] [--promises | --keep-ranking]
 */
import { parseArgs } from "node:util";
import { thresholds, unitWeights } from "../server/answering/extractive/calibration.ts";
import { columnOf } from "../server/answering/extractive/weights.ts";
import { gatherCases, readSources } from "./answers/gather.ts";
import { matcherWithout } from "./answers/matchers.ts";
import {
  crossValidate,
  describeCases,
  fitModels,
  fitPromises,
  fitUnitWeights,
  judgeCases,
} from "./answers/model.ts";
import { report } from "./answers/report.ts";
import { writeCalibration, writeChoiceTrees } from "./answers/write-calibration.ts";
import { gatherEverydayCases } from "./everyday/cases.ts";
import { everydayReport } from "./everyday/report.ts";

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string", default: "../shared/corpus" },
    everyday: { type: "string", multiple: true, default: ["../shared/everyday"] },
    most: { type: "string" },
    "dry-run": { type: "boolean", default: false },
    promises: { type: "boolean", default: false },
    "keep-ranking": { type: "boolean", default: false },
    without: { type: "string", multiple: true, default: [] },
  },
});

const most = Number(options.most ?? (options.promises ? 600 : 240));
const gathered = await gatherCases(await readSources(options.corpus), most);
const everyday = (await gatherEverydayCases(options.everyday)).filter(
  ({ question }) => !options.without.includes(question.document),
);
const cases = describeCases([...gathered.cases, ...everyday], matcherWithout);
if (options.promises) {
  await writeChoiceTrees(fitPromises(judgeCases(cases)));
  process.exit();
}

if (options["keep-ranking"]) {
  await writeCalibration(columnOf(unitWeights, "ranking"), fitModels(judgeCases(cases)), cases.length);
  process.exit();
}

const validated = crossValidate(cases);
const isEveryday = ({ source }: { source: { collection: string } }) => source.collection === "everyday";
console.log(
  report(
    validated.filter(({ source }) => source.question.set !== "everyday"),
    thresholds.written.answer,
  ),
);
for (const answer of [0.5, 0.55, 0.6, 0.7, thresholds.casual.answer]) {
  console.log(
    `\nEveryday questions, an answer from ${answer} on, quotes that may help from ${thresholds.casual.help} on`,
  );
  console.log(everydayReport(validated.filter(isEveryday), { answer, help: thresholds.casual.help }));
}
const ranking = fitUnitWeights(cases);
const judged = judgeCases(cases, ranking);
if (!options["dry-run"]) await writeCalibration(ranking, fitModels(judged), cases.length);
