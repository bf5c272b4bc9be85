/**
 * Measures, by language, how many hand-off requests (a person, a complaint, the status of one's own matter), how much
 * small talk and how many ordinary questions are recognized as such. "If unanswered" also counts the messages that are
 * handed off only if no document answers them. At last, organizations with documents are asked everyday questions and
 * the requests of the test sets.
 *
 *   npm run evals intents [-- --corpus DIR] [-- --failures] [-- --write]
 *
 * The training messages in `intents/` are cross-validated: each is scored by weights trained without it, its
 * counterparts in other languages and the questions of its organization. The test sets (`newcomer`, `unseen`,
 * `held-out`, `outsider`) are never trained on. `--corpus` also asks the questions of a corpus, none of which is a
 * hand-off request. `--write` trains on all training messages and writes the weights that the product reads; run it
 * after a change of the messages or patterns.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { intents, packWeights, type IntentScores } from "../server/language/intent-weights.ts";
import { recognizeIntent } from "../server/language/intents.ts";
import { recognizeSmallTalk } from "../server/language/small-talk.ts";
import { crossValidate, findThreshold, fitIntents, lower } from "./intents/fit.ts";
import { printOrganizations } from "./intents/in-organizations.ts";
import { readMessages, readTrainingMessages, testSets, type Message } from "./intents/messages.ts";

/** "unsure": handed off only if no document answers it. */
type MessageKind = "hand-off" | "unsure" | "small talk" | "question";

interface Judged {
  message: Message;
  expected: MessageKind;
  recognized: MessageKind;
}

const expectedKinds: Record<Message["intent"], MessageKind> = {
  person: "hand-off",
  complaint: "hand-off",
  status: "hand-off",
  thanks: "small talk",
  greeting: "small talk",
  small_talk: "small talk",
  question: "question",
  none: "question",
};

/** Recognizes small talk first, as the assistant does in a conversation. */
function recognize(text: string, scores?: IntentScores): MessageKind {
  const { act, remainder } = recognizeSmallTalk(text);
  if (act !== null) return "small talk";
  const request = recognizeIntent(remainder, scores && (() => scores));
  if (request === null) return "question";
  return request.isSure ? "hand-off" : "unsure";
}

const judge = (message: Message, scores?: IntentScores): Judged => ({
  message,
  expected: expectedKinds[message.intent],
  recognized: recognize(message.text, scores),
});

/** How many of the messages of this kind are recognized as one of these. */
function share(judged: Judged[], kind: MessageKind, ...as: MessageKind[]): string {
  const ofKind = judged.filter(({ expected }) => expected === kind);
  const right = ofKind.filter(({ recognized }) => as.includes(recognized)).length;
  const percent = ofKind.length === 0 ? "–" : `${((100 * right) / ofKind.length).toFixed(1)}%`;
  return `${right}/${ofKind.length} ${percent}`.padStart(18);
}

function printTable(title: string, judged: Judged[]): void {
  const heads = ["hand-offs", "if unanswered", "small talk", "questions", "surely"].map((head) =>
    head.padStart(18),
  );
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
  const cells = [
    share(judged, "hand-off", "hand-off"),
    share(judged, "hand-off", "hand-off", "unsure"),
    share(judged, "small talk", "small talk"),
    share(judged, "question", "question", "unsure"),
    share(judged, "question", "question"),
  ];
  console.log(`${name.padEnd(12)}${cells.join("")}`);
}

function printFailures(judged: Judged[]): void {
  for (const { message, expected, recognized } of judged)
    if (recognized !== expected)
      console.log(`${message.lang} ${message.intent} → ${recognized}: ${message.text}`);
}

function printCorpus(folder: string): void {
  const sets = join(folder, "qa");
  if (!existsSync(sets)) throw new Error(`there are no question sets in ${sets}`);
  const questions = readdirSync(sets)
    .filter((file) => file.endsWith(".jsonl") && !file.includes("passages"))
    .flatMap((file) => readFileSync(join(sets, file), "utf8").split("\n"))
    .filter((line) => line.trim() !== "")
    .map((line) => z.object({ question: z.string() }).parse(JSON.parse(line)).question);
  const kinds = questions.map((question) => recognize(question)).filter((kind) => kind !== "question");
  const unsure = kinds.filter((kind) => kind === "unsure").length;
  console.log(
    `\n${kinds.length - unsure} of ${questions.length} corpus questions are mistaken for hand-off requests or small talk, ${unsure} more if they are not answered`,
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
for (const set of testSets)
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
await printOrganizations(recognize);
