/**
 * Asks everyday questions in conversations: follow-ups after the question that they refer to, questions that are clear
 * on their own after an unrelated one of the same organization, and short messages that change the subject, each with
 * and without the earlier messages. Whether a message is a follow-up is told by weights that were fitted without its
 * organization.
 *
 *   npm run evals follow-ups [-- --everyday DIR]... [-- --write]
 *
 * `--write` fits the weights to all organizations and writes the file that the product reads; run it after a change of
 * the questions or rules.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { shuffled } from "../scripts/seeded-random.ts";
import { answerFromPassages } from "../server/answering/extractive/answer-from-documents.ts";
import { contextualize, type EarlierMessage } from "../server/language/follow-up.ts";
import { withCollections, type Collection } from "./answers/collections.ts";
import { readFor } from "./answers/read-for.ts";
import { table } from "./answers/report.ts";
import {
  examplesOf,
  fitFollowUps,
  formatWeights,
  isFollowUp,
  shortMessages,
  weightsWithout,
} from "./follow-ups/fit.ts";
import { followUpWeightsFile } from "../server/language/follow-up-weights.ts";
import { everydayDirectories } from "./everyday/cases.ts";
import { isRight } from "./everyday/judge.ts";
import { everydayFolders, isJudged, readEverydayOrganization } from "./everyday/organizations.ts";
import type { EverydayOrganization, EverydayQuestion } from "./everyday/organizations.ts";
import { percent } from "./everyday/report.ts";

const { values: options } = parseArgs({
  options: {
    write: { type: "boolean", default: false },
    everyday: { type: "string", multiple: true, default: everydayDirectories },
  },
});

/** A question after other messages, to which it refers or not. */
interface InConversation {
  kind: "follow-up" | "another subject" | "short, another subject";
  row: EverydayQuestion;
  history: EarlierMessage[];
}

/** One question in this many is asked after an unrelated one: four per organization at least. */
const otherStep = 3;

function conversationsOf({ questions, further }: EverydayOrganization): InConversation[] {
  const judged = questions.filter(isJudged);
  const inConversation = [...judged, ...further].flatMap((row): InConversation[] =>
    row.history.length === 0
      ? []
      : [{ kind: isFollowUp(row) ? "follow-up" : "short, another subject", row, history: row.history }],
  );
  const first = shuffled(judged.filter(({ history }) => history.length === 0));
  const others = first.flatMap((row, at): InConversation[] => {
    const before = first[(at + 1) % first.length] as EverydayQuestion;
    if (at % otherStep !== 0 || before.audience !== row.audience) return [];
    const reply = before.ideal === "" ? "I couldn't find that." : before.ideal;
    const history: EarlierMessage[] = [
      { role: "user", content: before.question },
      { role: "assistant", content: reply },
    ];
    return [{ kind: "another subject", row, history }];
  });
  return [...inConversation, ...others];
}

const organizations = await Promise.all(
  options.everyday
    .flatMap((directory) => everydayFolders(directory))
    .map(async (folder) => await readEverydayOrganization(folder)),
);
const weightsFor = weightsWithout(organizations);
if (options.write)
  writeFileSync(
    followUpWeightsFile,
    formatWeights(fitFollowUps([...organizations.flatMap(examplesOf), ...shortMessages()])),
  );

const groups = new Map<
  string,
  { expected: string; isShown: boolean; isRight: boolean; expanded: boolean }[]
>();

async function ask(
  organization: string,
  collection: Collection,
  { kind, row, history }: InConversation,
  withHistory: boolean,
) {
  const search = contextualize(row.question, withHistory ? history : [], weightsFor(organization));
  const retrieval = await readFor(collection, row.question, search, row.audience);
  const tables = await collection.tables(retrieval);
  const { earlier } = search;
  const { answer } = answerFromPassages(row.question, retrieval, { tables, earlier });
  const key = `${kind}, ${withHistory ? "with" : "without"} earlier messages`;
  const group = groups.get(key) ?? [];
  groups.set(key, group);
  group.push({
    expected: row.expect,
    isShown: answer.answered,
    isRight: answer.answered && isRight(row, answer.content),
    expanded: search.contextWords.size > 0,
  });
}

await withCollections(async (collect) => {
  for (const organization of organizations) {
    const collection = await collect(organization.documents);
    for (const question of conversationsOf(organization)) {
      await ask(organization.name, collection, question, true);
      await ask(organization.name, collection, question, false);
    }
  }
});

console.log(
  table(
    ["questions", "n", "expanded", "right", "right if shown", "declined if missing"],
    [...groups].map(([name, all]) => {
      const shown = all.filter(({ isShown }) => isShown);
      const right = shown.filter((one) => one.isRight).length;
      const missing = all.filter(({ expected }) => expected === "decline");
      return [
        name,
        String(all.length),
        percent(all.filter(({ expanded }) => expanded).length, all.length),
        percent(right, all.length - missing.length),
        percent(right, shown.length),
        percent(missing.filter(({ isShown }) => !isShown).length, missing.length),
      ];
    }),
  ),
);
