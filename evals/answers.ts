/**
 * Measures the extractive answers and their confidence as in the product, with the fitted figures of
 * server/answering/extractive/calibration.ts. For cross-validated results, fitted without the documents that they are
 * judged on, run evals/calibrate.ts --dry-run.
 *
 * Then a sample of the questions is answered from passages found by words, from hybrid retrieval and by a
 * language model, side by side. The servers are those of EMBEDDINGS_* and LLM_*, else stand-ins.
 *
 * With --cross-validated the calibration of chosen answers is fitted without the documents judged, and everyday
 * questions are judged as well, with a fit without their organization.
 *
 *   node evals/answers.ts [--corpus DIR] [--everyday DIR]... [--most 600] [--cross-validated] [--sample 40] [--only-sample]
 */
import { parseArgs } from "node:util";
import { thresholds } from "../server/answering/extractive/calibration.ts";
import type { Case } from "./answers/cases.ts";
import { compareEngines } from "./answers/compare-engines.ts";
import { fitCasual, fitWritten } from "./answers/fit-promises.ts";
import { gatherEverydayCases } from "./everyday/cases.ts";
import { gatherCases, readSources } from "./answers/gather.ts";
import { matcherWithout } from "./answers/matchers.ts";
import {
  chooseMoreConfident,
  crossValidatePromise,
  describeCases,
  judgeCases,
  type Judged,
} from "./answers/model.ts";
import { report } from "./answers/report.ts";
import { everydayReport } from "./everyday/report.ts";

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string", default: "../shared/corpus" },
    everyday: { type: "string", multiple: true, default: ["evals/everyday/organizations"] },
    most: { type: "string", default: "600" },
    "cross-validated": { type: "boolean", default: false },
    sample: { type: "string", default: "40" },
    "only-sample": { type: "boolean", default: false },
  },
});

const sources = await readSources(options.corpus);
if (!options["only-sample"]) {
  const gathered = await gatherCases(sources, Number(options.most));
  const read = judgeCases(describeCases(gathered.cases, matcherWithout));
  const judged = options["cross-validated"]
    ? await crossValidated(read, await gatherEverydayCases(options.everyday))
    : read.map((one) => chooseMoreConfident(one));
  console.log(`Threshold of an answer: ${thresholds.written.answer}\n`);
  console.log(report(judged, thresholds.written.answer));
  console.log(`\n${gathered.followUps}\n`);
}
console.log(await compareEngines(options.corpus, sources, Number(options.sample)));

async function crossValidated(read: Judged[], everyday: Case[]): Promise<Judged[]> {
  const judged = crossValidatePromise(
    [...read, ...judgeCases(describeCases(everyday, matcherWithout))],
    (others) => ({
      written: fitWritten(others),
      casual: fitCasual(others),
    }),
  );
  const ofTheirOwn = judged.filter(({ source }) => source.collection === "everyday");
  console.log(`Everyday questions, an answer from ${thresholds.casual.answer} on\n`);
  console.log(`${everydayReport(ofTheirOwn, thresholds.casual)}\n`);
  return judged.filter(({ source }) => source.question.set !== "everyday");
}
