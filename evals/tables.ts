/**
 * Asks questions about a generated price list of 2,000 rows, once as a PDF and once as a .docx: 500 look-ups of a cell
 * and 100 choices among rows, in different wordings. An answer is right if it contains the value in question and not
 * the value it could be mistaken for.
 *
 *   node evals/tables.ts [--rows 2000] [--look-ups 500] [--choices 100] [--show]
 */
import { parseArgs } from "node:util";
import { readDocument } from "../document-reader/read-document.ts";
import { linesOf } from "../server/answering/extractive/multi-part-answer.ts";
import { isTypedCasually } from "../server/language/question-type.ts";
import { weighQuery } from "../server/answering/extractive/weighted-query.ts";
import { chooseAnswer } from "../server/answering/extractive/choose-text-or-table.ts";
import { findTables } from "../server/answering/tables/find-tables.ts";
import { contextualize } from "../server/language/follow-up.ts";
import { withTenant } from "../server/database/database.ts";
import { withCollections } from "./answers/collections.ts";
import { readFor } from "./answers/read-for.ts";
import { choiceQuestions, lookUpQuestions, type ListQuestion } from "./tables/list-questions.ts";
import { asDocx, asPdf } from "./tables/list-files.ts";
import { makeList } from "./tables/price-list.ts";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "2000" },
    "look-ups": { type: "string", default: "500" },
    choices: { type: "string", default: "100" },
    show: { type: "boolean", default: false },
  },
});
const list = makeList(Number(values.rows));
const lookUps = lookUpQuestions(list, Number(values["look-ups"]));
const choices = choiceQuestions(list, Number(values.choices));

await withCollections(async (collect, db) => {
  for (const [name, bytes] of [
    ["Price list.pdf", await asPdf(list)],
    ["Price list.docx", await asDocx(list)],
  ] as const) {
    const collection = await collect([{ name, content: await readDocument(bytes) }]);
    const ask = async ({
      question,
    }: ListQuestion): Promise<{ content: string; found: boolean; ms: number }> => {
      const retrieval = await readFor(collection, question, contextualize(question, []));
      const started = performance.now();
      const tables = await withTenant(db, collection.organizationId, (trx) =>
        findTables(trx, collection.organizationId, retrieval.passages),
      );
      const query = weighQuery(question, retrieval);
      const context = { query, isCasual: isTypedCasually(question), retrieval, tables };
      const { lines } = linesOf({ ...context, chosen: chooseAnswer(context) });
      const content = lines.map((line) => line.content).join("\n");
      return { content, found: tables.length > 0, ms: performance.now() - started };
    };
    for (const [kind, questions] of [
      ["look-ups", lookUps],
      ["choices", choices],
    ] as const) {
      let right = 0;
      const times: number[] = [];
      for (const question of questions) {
        const { content, ms } = await ask(question);
        times.push(ms);
        if (isRight(content, question)) right++;
        else if (values.show)
          console.log(`${question.question}\n  wanted ${question.must.join(", ")}\n  got ${content}`);
      }
      times.sort((a, b) => a - b);
      const share = ((100 * right) / questions.length).toFixed(1);
      const median = (times[Math.floor(times.length / 2)] ?? 0).toFixed(1);
      console.log(
        `${name.padEnd(16)} ${kind.padEnd(9)} ${right} of ${questions.length} right (${share}%), median ${median} ms`,
      );
    }
  }
});

function isRight(content: string, { must, mustNot }: ListQuestion): boolean {
  const answer = content.replaceAll("\u00a0", " ");
  return must.every((each) => answer.includes(each)) && !mustNot.some((each) => answer.includes(each));
}
