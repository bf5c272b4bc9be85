import { answerFromPassages } from "../../server/answering/extractive/answer-from-documents.ts";
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

/** How many everyday questions are handed off: surely, or because they are unsure and not answered. */
async function printQuestions(directory: string, recognize: Recognize): Promise<void> {
  const cases = (await gatherEverydayCases([directory])).filter(
    ({ collection }) => collection === "everyday",
  );
  const handedOff = cases.filter(({ text, retrieval, tables, earlier = nothingEarlier }) => {
    const kind = recognize(text);
    if (kind !== "unsure") return kind === "hand-off";
    return !answerFromPassages(text, retrieval, { tables, earlier }).answer.answered;
  });
  console.log(`${handedOff.length} of ${cases.length} questions of ${directory} are handed off`);
}

/** How many unsure requests in English are answered from documents instead of handed off. */
async function printRequests(recognize: Recognize): Promise<void> {
  const unsure = testSets
    .flatMap((set) => readMessages(`${set}.jsonl`))
    .filter(({ text, lang }) => lang === "en" && recognize(text) === "unsure");
  const kinds = new Set<string>(["person", "complaint", "status"]);
  const requests = unsure.filter(({ intent }) => kinds.has(intent)).map(({ text }) => text);
  const [directory = ""] = everydayDirectories;
  const answered: boolean[] = [];
  await withCollections(async (collect) => {
    for (const folder of everydayFolders(directory)) {
      const collection = await collect((await readEverydayOrganization(folder)).documents);
      for (const request of requests) answered.push(await isAnswered(collection, request));
    }
  });
  const count = answered.filter(Boolean).length;
  console.log(
    `${percent(count, answered.length)} of ${requests.length} unsure requests, asked of each organization, are answered instead of handed off`,
  );
}

async function isAnswered(collection: Collection, request: string): Promise<boolean> {
  const retrieval = await readFor(collection, request, contextualize(request, []));
  const tables = await collection.tables(retrieval);
  return answerFromPassages(request, retrieval, { tables }).answer.answered;
}
