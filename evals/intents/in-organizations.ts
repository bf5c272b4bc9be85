import type { Answer } from "../../server/answering/answer.ts";
import { answerFromPassages } from "../../server/answering/extractive/answer-from-documents.ts";
import { needsPerson } from "../../server/conversations/answer-turn.ts";
import { contextualize, nothingEarlier } from "../../server/language/follow-up.ts";
import { withCollections, type Collection } from "../answers/collections.ts";
import { readFor } from "../answers/read-for.ts";
import { everydayDirectories, gatherEverydayCases } from "../everyday/cases.ts";
import { everydayFolders, readEverydayOrganization } from "../everyday/organizations.ts";
import { readMessages, testSets } from "./messages.ts";

type Recognize = (message: string) => string;

const percent = (count: number, all: number): string => `${((100 * count) / all).toFixed(1)}%`;

/** Asks organizations the everyday questions and the requests of the test sets, and prints what is handed off. */
export async function printOrganizations(recognize: Recognize): Promise<void> {
  for (const directory of everydayDirectories) await printQuestions(directory, recognize);
  await printRequests(recognize);
}

const unsureRequest = { intent: null, isUnsureRequest: true };

/** How many everyday questions are handed off: surely, or because they are unsure and not answered. */
async function printQuestions(directory: string, recognize: Recognize): Promise<void> {
  const cases = (await gatherEverydayCases([directory])).filter(
    ({ collection }) => collection === "everyday",
  );
  const handedOff = cases.filter(({ text, retrieval, tables, earlier = nothingEarlier }) => {
    const kind = recognize(text);
    if (kind !== "unsure") return kind === "hand-off";
    return needsPerson(
      unsureRequest,
      answerFromPassages(text, retrieval, { tables, earlier }).answer,
      "external",
    );
  });
  console.log(`${handedOff.length} of ${cases.length} questions of ${directory} are handed off`);
}

/** How many unsure requests in English are answered from documents, or shown what may help, instead of handed off. */
async function printRequests(recognize: Recognize): Promise<void> {
  const unsure = testSets
    .flatMap((set) => readMessages(`${set}.jsonl`))
    .filter(({ text, lang }) => lang === "en" && recognize(text) === "unsure");
  const kinds = new Set<string>(["person", "complaint", "status"]);
  const requests = unsure.filter(({ intent }) => kinds.has(intent)).map(({ text }) => text);
  const [directory = ""] = everydayDirectories;
  const answers: Answer[] = [];
  await withCollections(async (collect) => {
    for (const folder of everydayFolders(directory)) {
      const collection = await collect((await readEverydayOrganization(folder)).documents);
      for (const request of requests) answers.push(await answerOf(collection, request));
    }
  });
  const answered = answers.filter((answer) => answer.answered).length;
  const handedOff = answers.filter((answer) => needsPerson(unsureRequest, answer, "external")).length;
  const shares = [answered, answers.length - answered - handedOff].map((count) =>
    percent(count, answers.length),
  );
  console.log(
    `of ${requests.length} unsure requests, asked of each organization, ${shares[0]} are answered and ${shares[1]} shown what may help, instead of handed off`,
  );
}

async function answerOf(collection: Collection, request: string): Promise<Answer> {
  const retrieval = await readFor(collection, request, contextualize(request, []));
  const tables = await collection.tables(retrieval);
  return answerFromPassages(request, retrieval, { tables }).answer;
}
