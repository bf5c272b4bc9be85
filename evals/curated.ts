import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CuratedIndex, matchThreshold } from "../server/answering/curated/curated-index.ts";
import { certaintyOf, describeQuestion } from "../server/answering/curated/similarity.ts";
import { corpusFolder } from "./corpus.ts";

// How well written answers find the questions that they are for. Each question of a set stands for a
// written answer; the others are asked of it. Prints pairs of different questions that would be taken
// for the same, questions that any of all the others' answers would be given to, and how many
// paraphrases find their answer, by threshold.

interface Row {
  id: string;
  question: string;
  answers: string[];
  passage_id: string | null;
  faq_question?: string;
}

const sets = ["squad2", "covidqa", "policyqa", "hr-handbook-faq", "zava-insurance-hr", "mtrag-un"];
const thresholds = [0.6, 0.65, 0.7, 0.75, 0.8, 0.9];
/** Of the large sets; every pair of them is compared. */
const maxQuestions = 1000;
const corpus = corpusFolder();

const readRows = (set: string): Row[] =>
  readFileSync(join(corpus, "qa", `${set}.jsonl`), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);

const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(3)}%`;

/** Asked twice in a set, or answered by the same words: no pair of different questions. */
const isSame = (a: Row, b: Row): boolean =>
  describeQuestion(a.question).key === describeQuestion(b.question).key ||
  (a.answers.length > 0 && a.answers.some((answer) => b.answers.includes(answer)));

console.log(`Different questions taken for the same (threshold in use: ${matchThreshold})`);
console.log(["set", "questions", ...thresholds.map((threshold) => `pairs ≥ ${threshold}`)].join("\t"));
let worst = 0;
for (const set of sets) {
  const rows = readRows(set).slice(0, maxQuestions);
  const described = rows.map((row) => describeQuestion(row.question));
  const matched = thresholds.map(() => 0);
  let pairs = 0;
  for (let a = 0; a < rows.length; a += 1) {
    for (let b = a + 1; b < rows.length; b += 1) {
      const [one, other, left, right] = [rows[a], rows[b], described[a], described[b]];
      if (!one || !other || !left || !right) continue;
      const certainty = certaintyOf(left, right);
      if (certainty >= (thresholds[0] ?? 0) && isSame(one, other)) continue;
      pairs += 1;
      thresholds.forEach(
        (threshold, at) => (matched[at] = (matched[at] ?? 0) + (certainty >= threshold ? 1 : 0)),
      );
    }
  }
  worst = Math.max(worst, (matched[thresholds.indexOf(matchThreshold)] ?? 0) / Math.max(1, pairs));
  console.log([set, rows.length, ...matched.map((count) => percent(count, pairs))].join("\t"));
}
console.log(`Worst set: ${percent(worst, 1)} of pairs (aim: below 1%)`);

console.log("\nQuestions that one of all the other questions' answers would be given to");
for (const set of sets) {
  const rows = readRows(set).slice(0, maxQuestions);
  const index = await CuratedIndex.build(rows.map(({ id, question }) => ({ id, wordings: [question] })));
  const byId = new Map(rows.map((row) => [row.id, row]));
  let captured = 0;
  let asked = 0;
  const startedAt = performance.now();
  for (const row of rows) {
    // Without the question itself: every wording of the same words is left out by asking for the next best.
    const found = index.find(row.question, (id) => {
      const other = byId.get(id);
      return other === undefined || other.id === row.id || isSame(row, other);
    });
    asked += 1;
    if (found !== null) captured += 1;
  }
  const ms = (performance.now() - startedAt) / Math.max(1, asked);
  console.log(
    [set, `${captured} of ${asked}`, percent(captured, asked), `${ms.toFixed(2)} ms each`].join("\t"),
  );
}

console.log("\nParaphrases of frequently asked questions (covid-faq), all answers written");
const faq = readRows("covid-faq");
const answers = new Map(faq.map((row) => [row.passage_id ?? "", row.faq_question ?? ""]));
const index = await CuratedIndex.build([...answers].map(([id, question]) => ({ id, wordings: [question] })));
const outcomes = faq.map((row) => ({ row, found: index.find(row.question) }));
const right = outcomes.filter(({ row, found }) => found?.id === row.passage_id).length;
const wrong = outcomes.filter(({ row, found }) => found !== null && found.id !== row.passage_id).length;
console.log(`right ${percent(right, faq.length)}, wrong ${percent(wrong, faq.length)} of ${faq.length}`);
process.exit(worst < 0.01 ? 0 : 1);
