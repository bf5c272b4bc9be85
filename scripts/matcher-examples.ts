/**
 * Writes the examples that the matcher is trained on, one JSON object a line: `organizations.jsonl` to pretrain with, and
 * `cases.jsonl`. scripts/matcher/README.md tells what they are for.
 *
 *   node scripts/matcher-examples.ts --output DIR [--corpus DIR] [--everyday DIR]...
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { gatherCases, readSources } from "../evals/answers/gather.ts";
import { describeCases } from "../evals/answers/model.ts";
import { foldOf } from "../evals/answers/matchers.ts";
import { everydayDirectories, gatherEverydayCases } from "../evals/everyday/cases.ts";
import {
  matchTokens,
  matchTokensOfQuestion,
  type MatchTokens,
} from "../server/answering/extractive/matcher/match-tokens.ts";
import { scoreUnits } from "../server/answering/extractive/rank-units.ts";
import { featureIndex } from "../server/answering/extractive/weights.ts";

const { values: options } = parseArgs({
  options: {
    output: { type: "string" },
    corpus: { type: "string", default: "../shared/corpus" },
    everyday: {
      type: "string",
      multiple: true,
      default: [...everydayDirectories, "../shared/everyday"],
    },
  },
});

/** Units per question, best first. */
const maxUnits = 24;
const maxQuestionsPerSet = 240;

const { output = "matcher-examples" } = options;
mkdirSync(output, { recursive: true });
const pair = ({ words, hashes }: MatchTokens) => [words, hashes];

interface TaughtPassage {
  heading: string;
  text: string;
  questions: string[];
}

function exportOrganizations(): void {
  const folder = new URL("word-vectors/questions/", import.meta.url).pathname;
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .toSorted()
    .map((name) => {
      const passages = readFileSync(path.join(folder, name), "utf8").trimEnd().split("\n");
      return JSON.stringify(
        passages
          .map((line) => JSON.parse(line) as TaughtPassage)
          .map(({ heading, text, questions }) => ({
            heading: pair(matchTokens(heading)),
            text: pair(matchTokens(text)),
            questions: questions.map((question) => pair(matchTokensOfQuestion(question))),
          })),
      );
    });
  writeFileSync(path.join(output, "organizations.jsonl"), `${lines.join("\n")}\n`);
}

/** The units that are best by everything but the matcher. */
async function exportCases(): Promise<void> {
  const { cases } = await gatherCases(await readSources(options.corpus), maxQuestionsPerSet);
  const described = describeCases([
    ...cases,
    ...(await gatherEverydayCases(options.everyday, { withFurther: true })),
  ]);
  const lines = described.map(({ source, candidates, right }) => {
    for (const { features } of candidates) features[featureIndex.matcherScore] = 0;
    const scores = scoreUnits(candidates);
    const units = candidates.map(({ unit }, at) => ({
      heading: pair(matchTokens(unit.over.nearest)),
      text: pair(matchTokens(unit.composed.content)),
      isRight: right[at] === true,
      score: scores[at] ?? 0,
    }));
    return JSON.stringify({
      fold: foldOf(`${source.question.set}/${source.question.document}`),
      isEveryday: source.question.set === "everyday",
      isForeign: source.collection === "foreign",
      question: pair(matchTokensOfQuestion(source.text)),
      earlier: pair(matchTokensOfQuestion(source.earlier?.messages ?? "")),
      units: units.toSorted((a, b) => b.score - a.score).slice(0, maxUnits),
    });
  });
  writeFileSync(path.join(output, "cases.jsonl"), `${lines.join("\n")}\n`);
}

exportOrganizations();
await exportCases();
