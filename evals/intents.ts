/**
 * How many wishes are understood that no document can meet (a person, a complaint, the status of one's own matter), how
 * many greetings and thanks, and how many ordinary questions are taken for either, by language.
 *
 *   npm run evals intents [-- --corpus DIR] [-- --failures] [-- --write]
 *
 * What is learned from the messages in `intents/` is cross-validated: each is scored by weights that were learned
 * without it, its likes in other languages and the questions of its organization. What only measures (`newcomer`,
 * `unseen`, `held-out`, `outsider`) teaches nothing. With `--corpus`, all questions of its sets are asked as well: none of them is a wish. `--write` learns from all messages
 * and writes the weights that the product reads; run it after a change of the messages or patterns.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { intents, packWeights, type IntentScores } from "../server/language/intent-weights.ts";
import { recognizeIntent } from "../server/language/intents.ts";
import { recognizeSmallTalk } from "../server/language/small-talk.ts";
import { crossValidate, findThreshold, fitIntents, lower } from "./intents/fit.ts";
import { measuringSets, readMessages, readTrainingMessages, type Message } from "./intents/messages.ts";

type Understood = "wish" | "polite" | "question";

interface Judged {
  message: Message;
  expected: Understood;
  understood: Understood;
}

const expectations: Record<Message["intent"], Understood> = {
  person: "wish",
  complaint: "wish",
  status: "wish",
  thanks: "polite",
  greeting: "polite",
  small_talk: "polite",
  question: "question",
  none: "question",
};

/** What the assistant would do: politeness is looked for first, as in a conversation. */
function understand(text: string, scores?: IntentScores): Understood {
  const { act, remainder } = recognizeSmallTalk(text);
  if (act !== null) return "polite";
  const wish = recognizeIntent(remainder, scores && (() => scores));
  return wish === null ? "question" : "wish";
}

const judge = (message: Message, scores?: IntentScores): Judged => ({
  message,
  expected: expectations[message.intent],
  understood: understand(message.text, scores),
});

function share(judged: Judged[], kind: Understood): string {
  const asked = judged.filter(({ expected }) => expected === kind);
  const right = asked.filter(({ understood }) => understood === kind).length;
  const percent = asked.length === 0 ? "–" : `${((100 * right) / asked.length).toFixed(1)}%`;
  return `${right}/${asked.length} ${percent}`.padStart(16);
}

function printTable(title: string, judged: Judged[]): void {
  const heads = ["wishes", "polite", "questions"].map((head) => head.padStart(16));
  console.log(`\n${title.padEnd(12)}${heads.join("")}`);
  for (const lang of [...new Set(judged.map(({ message }) => message.lang))].toSorted())
    printRow(
      lang,
      judged.filter(({ message }) => message.lang === lang),
    );
  for (const intent of intents)
    printRow(
      intent,
      judged.filter(({ message }) => message.intent === intent),
    );
  printRow("all", judged);
}

function printRow(name: string, judged: Judged[]): void {
  const shares = (["wish", "polite", "question"] as const).map((kind) => share(judged, kind));
  console.log(`${name.padEnd(12)}${shares.join("")}`);
}

function printFailures(judged: Judged[]): void {
  for (const { message, expected, understood } of judged)
    if (understood !== expected)
      console.log(`${message.lang} ${message.intent} → ${understood}: ${message.text}`);
}

function printCorpus(folder: string): void {
  const sets = join(folder, "qa");
  if (!existsSync(sets)) throw new Error(`there are no question sets in ${sets}`);
  const questions = readdirSync(sets)
    .filter((file) => file.endsWith(".jsonl") && !file.includes("passages"))
    .flatMap((file) => readFileSync(join(sets, file), "utf8").split("\n"))
    .filter((line) => line.trim() !== "")
    .map((line) => z.object({ question: z.string() }).parse(JSON.parse(line)).question);
  const taken = questions.map((question) => understand(question)).filter((kind) => kind !== "question");
  console.log(
    `\nof ${questions.length} questions of the corpus ${taken.length} are taken for a wish or politeness`,
  );
}

const { values } = parseArgs({
  options: {
    corpus: { type: "string" },
    failures: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const training = readTrainingMessages();
const scores = crossValidate(training);
const threshold = findThreshold(scores);
if (values.write) {
  const file = new URL("../server/language/data/intent-weights/weights.bin", import.meta.url);
  writeFileSync(file, packWeights(fitIntents(training, threshold)));
}
const judged = training.map((message) => {
  const score = scores.get(message);
  return { set: message.set, ...judge(message, score && lower(score, threshold)) };
});
for (const set of measuringSets)
  printTable(
    set,
    readMessages(`${set}.jsonl`).map((message) => judge(message)),
  );
for (const set of new Set(judged.map((each) => each.set))) {
  const ofSet = judged.filter((each) => each.set === set);
  printTable(set, ofSet);
  if (values.failures) printFailures(ofSet);
}
if (values.corpus !== undefined) printCorpus(values.corpus);
