/**
 * Measures the extractive answers and their confidence as in the product, with the fitted figures of
 * server/answering/extractive/fitted-weights.ts.
 *
 * Then a sample of the questions is answered from passages found by words, from hybrid retrieval and by a
 * language model, side by side. The servers are those of EMBEDDINGS_* and LLM_*, else stand-ins.
 *
 * With --cross-validated everything but the ranking is fitted without the documents judged, and everyday questions are
 * judged as well, by fits without their organization: about ten minutes.
 *
 *   node evals/answers.ts [--corpus DIR] [--everyday DIR]... [--max-questions 600] [--cross-validated] [--sample 40] [--only-sample]
 */
import { parseArgs } from "node:util";
import { thresholds } from "../server/answering/extractive/fitted-weights.ts";
import { compareEngines } from "./answers/compare-engines.ts";
import { everydayDirectories, gatherEverydayCases } from "./everyday/cases.ts";
import { gatherCases, readSources } from "./answers/gather.ts";
import { matcherWithout } from "./answers/matchers.ts";
import {
  chooseMoreConfident,
  crossValidate,
  describeCases,
  judgeCases,
  type Described,
  type Judged,
} from "./answers/model.ts";
import { report } from "./answers/report.ts";
import { everydayReport, isFigure, shortDocumentReport } from "./everyday/report.ts";

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string", default: "../shared/corpus" },
    everyday: { type: "string", multiple: true, default: everydayDirectories },
    "max-questions": { type: "string", default: "600" },
    "cross-validated": { type: "boolean", default: false },
    sample: { type: "string", default: "40" },
    "only-sample": { type: "boolean", default: false },
  },
});

const sources = await readSources(options.corpus);
if (!options["only-sample"]) {
  const gathered = await gatherCases(sources, Number(options["max-questions"]));
  const described = describeCases(gathered.cases, matcherWithout);
  const judged = options["cross-validated"]
    ? await crossValidated(described)
    : judgeCases(described).map((one) => chooseMoreConfident(one));
  console.log(`Threshold of an answer: ${thresholds.written.answer}\n`);
  console.log(report(judged, thresholds.written.answer));
  console.log(`\n${gathered.followUps}\n`);
}
console.log(await compareEngines(options.corpus, sources, Number(options.sample)));

/** Judges all questions, prints the figures of the everyday ones and returns the others. */
async function crossValidated(corpus: Described[]): Promise<Judged[]> {
  const everyday = await gatherEverydayCases(options.everyday, { withFurther: true });
  const judged = crossValidate([...corpus, ...describeCases(everyday, matcherWithout)]);
  console.log(`Everyday questions\n\n${everydayReport(judged.filter(isFigure))}\n`);
  const ofShort = judged.filter(({ source }) => source.collection === "short");
  console.log(`Questions of short documents\n\n${shortDocumentReport(ofShort)}\n`);
  return judged.filter(({ source }) => source.question.set !== "everyday");
}
