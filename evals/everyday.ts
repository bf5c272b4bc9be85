/**
 * Measures the product's answers to everyday questions, worded as customers and staff really ask, over each
 * organization's own documents. evals/answers.ts --cross-validated measures the same for organizations that the
 * confidence was not fitted on.
 *
 *   node evals/everyday.ts [--everyday DIR]... [--answer 0.64] [--help-from 0.12]
 */
import { parseArgs } from "node:util";
import { thresholds } from "../server/answering/extractive/fitted-weights.ts";
import { chooseMoreConfident, describeCases, judgeCases } from "./answers/model.ts";
import { everydayDirectories, gatherEverydayCases } from "./everyday/cases.ts";
import { everydayReport, isFigure } from "./everyday/report.ts";

const { values: options } = parseArgs({
  options: {
    everyday: { type: "string", multiple: true, default: everydayDirectories },
    answer: { type: "string", default: String(thresholds.casual.answer) },
    "help-from": { type: "string", default: String(thresholds.casual.help) },
  },
});

const described = describeCases(await gatherEverydayCases(options.everyday));
const read = judgeCases(described);
const judged = read.map((one) => chooseMoreConfident(one));
const limits = { answer: Number(options.answer), help: Number(options["help-from"]) };
console.log(`An answer from ${limits.answer} on, quotes that may help from ${limits.help} on`);
console.log(everydayReport(judged.filter(isFigure), limits));
