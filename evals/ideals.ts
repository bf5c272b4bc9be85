/**
 * The ideal answers of everyday questions, as if a language model had written them from the passages that the product
 * finds: material for the judge of claims, in the form of the recordings.
 *
 *   node evals/ideals.ts --everyday DIR [--everyday DIR]... --output FILE
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { analyse } from "../server/language/analyse.ts";
import { sentences } from "../server/language/sentences.ts";
import { toLanguage } from "../server/language/languages.ts";
import type { RetrievedPassage } from "../server/retrieval/passage.ts";
import { gatherEverydayCases } from "./everyday/cases.ts";

const { values: options } = parseArgs({
  options: {
    everyday: { type: "string", multiple: true, default: ["../shared/everyday"] },
    output: { type: "string", default: "ideals.jsonl" },
  },
});

const passagesShown = 8;
/** With less of its words in the passages the sentence stands on something else. */
const minCovered = 0.5;

/** The one or two passages that a sentence stands on, 1-based; none where they were not found. */
function cite(sentence: string, passages: readonly RetrievedPassage[]): number[] {
  const open = new Set(analyse(sentence, "en").map(({ term }) => term));
  const words = open.size;
  const cited: number[] = [];
  for (const minGain of [1, 2]) {
    const gains = passages.map((passage) => {
      const read = [passage.documentName, ...passage.headingPath, passage.text].join("\n");
      const held = new Set(analyse(read, toLanguage(passage.language)).map(({ term }) => term));
      return [...open].filter((term) => held.has(term));
    });
    const best = gains.reduce((most, gain, at) => (gain.length > (gains[most]?.length ?? 0) ? at : most), 0);
    if ((gains[best]?.length ?? 0) < minGain) break;
    cited.push(best + 1);
    for (const term of gains[best] ?? []) open.delete(term);
  }
  return open.size <= words * (1 - minCovered) ? cited : [];
}

const rows = (await gatherEverydayCases(options.everyday)).flatMap(
  ({ row, question, retrieval, collection }) => {
    if (collection !== "everyday" || row.expect !== "answer" || row.ideal === "" || row.history.length > 0)
      return [];
    const passages = retrieval.passages.slice(0, passagesShown);
    const said = sentences(row.ideal).map(({ start, end }) => {
      const sentence = row.ideal.slice(start, end).trim();
      const marks = cite(sentence, passages).map((number) => `[${number}]`);
      return marks.length === 0 ? "" : `${sentence.replace(/[.!]$/u, "")} ${marks.join("")}.`;
    });
    if (said.includes("")) return [];
    return [
      {
        id: row.id,
        organization: question.document,
        kind: row.kind,
        expect: row.expect,
        must: row.must,
        must_not: row.must_not,
        question: row.question,
        conversation: null,
        passages: passages.map(({ documentName, headingPath, text }, at) => ({
          number: at + 1,
          heading: [documentName, ...headingPath].join(" > "),
          text,
        })),
        output: `SURE\n${said.join(" ")}`,
      },
    ];
  },
);
writeFileSync(options.output, `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`);
console.log(`${rows.length} ideal answers in ${options.output}`);
