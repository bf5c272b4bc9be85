/**
 * Measures the product's answers to everyday questions, worded as customers and staff really ask, over each
 * organization's own documents. evals/answers.ts --cross-validated measures the same for organizations that the
 * confidence was not fitted on.
 *
 *   node evals/everyday.ts [--everyday DIR]...
 */
import { parseArgs } from "node:util";
import { chooseMoreConfident, describeCases, judgeCases } from "./answers/model.ts";
import { everydayDirectories, gatherEverydayCases } from "./everyday/cases.ts";
import { everydayReport, isFigure } from "./everyday/report.ts";

const { values: options } = parseArgs({
  options: {
    everyday: { type: "string", multiple: true, default: everydayDirectories },
  },
});

const described = describeCases(await gatherEverydayCases(options.everyday));
const read = judgeCases(described);
const judged = read.map((one) => chooseMoreConfident(one));
console.log(everydayReport(judged.filter(isFigure)));
