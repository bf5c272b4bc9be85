/**
 * Fits the weights of the choice and of the confidence on the question sets of a corpus and on everyday organizations,
 * and writes server/answering/extractive/fitted-weights.ts and data/choice-trees.json. Takes about ten minutes. With
 * --ranking the weights of the ranking are fitted first. evals/answers.ts --cross-validated measures such fits.
 *
 *   node evals/fit.ts [--corpus DIR] [--everyday DIR]... [--max-questions 600] [--ranking]
 */
import { parseArgs } from "node:util";
import { unitWeights } from "../server/answering/extractive/fitted-weights.ts";
import { columnOf } from "../server/answering/extractive/weights.ts";
import { gatherCases, readSources } from "./answers/gather.ts";
import { matcherWithout } from "./answers/matchers.ts";
import { describeCases, fitModels, fitUnitWeights, judgeCases } from "./answers/model.ts";
import { writeFittedWeights } from "./answers/write-fitted-weights.ts";
import { everydayDirectories, gatherEverydayCases } from "./everyday/cases.ts";

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string", default: "../shared/corpus" },
    everyday: { type: "string", multiple: true, default: [...everydayDirectories, "../shared/everyday"] },
    "max-questions": { type: "string", default: "600" },
    ranking: { type: "boolean", default: false },
  },
});

const gathered = await gatherCases(await readSources(options.corpus), Number(options["max-questions"]));
const everyday = await gatherEverydayCases(options.everyday, { withFurther: true });
const cases = describeCases([...gathered.cases, ...everyday], matcherWithout);
const ranking = options.ranking ? fitUnitWeights(cases) : columnOf(unitWeights, "ranking");
await writeFittedWeights(ranking, fitModels(judgeCases(cases, ranking)), cases.length);
