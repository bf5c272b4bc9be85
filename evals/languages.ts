/**
 * Questions in other languages over English documents (qa/languages.jsonl of the corpus): how many of the rows
 * that name a document are answered or helped with a quote from it, by language, without a language model.
 *
 *   node evals/languages.ts [--corpus DIR] [--translations FILE] [--misses]
 *
 * "en" are the same questions in their English wording. With --translations FILE (lines of {id, english}), the
 * recorded answers of a large language model that was asked to put the questions into English, there is a
 * column for the same questions looked for as the product does with such a translation.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { answerFromPassages } from "../server/answering/extractive/answer.ts";
import { contextualize } from "../server/language/follow-up.ts";
import { documentKey } from "./answers/cases.ts";
import { readFor } from "./answers/read-for.ts";
import { withCollections, type Collection } from "./answers/collections.ts";
import { readSources } from "./answers/gather.ts";

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string", default: "../shared/corpus" },
    translations: { type: "string" },
    misses: { type: "boolean", default: false },
  },
});

interface Row {
  id: string;
  lang: string;
  question: string;
  source_question: string;
  source_set: string;
  doc: string | null;
}

function readLines<T>(file: string): T[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}

const rows = readLines<Row>(join(options.corpus, "qa", "languages.jsonl")).filter(({ doc }) => doc !== null);
const translations = new Map(
  options.translations === undefined
    ? []
    : readLines<{ id: string; english: string }>(options.translations).map((each) => [each.id, each.english]),
);

/** Whether something is quoted from the document that the row names. */
async function quotes(
  collection: Collection,
  { question, translation }: { question: string; translation?: string | undefined },
  document: string,
): Promise<boolean> {
  const found = await readFor(collection, question, contextualize(question, []), "internal", translation);
  const { answer, lines } = answerFromPassages(question, found);
  const quoted = lines.map((line) => ("table" in line ? line.table : found.passages[line.passage]));
  return [...answer.sources, ...quoted].some((source) => source?.documentName === document);
}

interface Tally {
  asked: number;
  quoted: number;
  translated: number;
  quotedTranslated: number;
}

await withCollections(async (collect) => {
  const sources = await readSources(options.corpus);
  const collections = new Map<string, Collection>();
  for (const { name, documents } of sources.sets) {
    if (!rows.some(({ source_set: set }) => set === name)) continue;
    const read = documents.flatMap((each) => sources.documents.get(documentKey(name, each.name)) ?? []);
    collections.set(name, await collect(read));
  }
  const tallies = new Map<string, Tally>();
  const english = rows.filter(({ lang }) => lang === "af");
  const asked = [...english.map((row) => ({ ...row, lang: "en", question: row.source_question })), ...rows];
  for (const row of asked) {
    const collection = collections.get(row.source_set);
    if (collection === undefined || row.doc === null) continue;
    const tally = tallies.get(row.lang) ?? { asked: 0, quoted: 0, translated: 0, quotedTranslated: 0 };
    tallies.set(row.lang, tally);
    tally.asked += 1;
    if (await quotes(collection, row, row.doc)) tally.quoted += 1;
    else if (options.misses) console.log(`  ${row.lang}\t${row.question}\t${row.source_question}`);
    const translation = row.lang === "en" ? undefined : translations.get(row.id);
    if (translation === undefined) continue;
    tally.translated += 1;
    if (await quotes(collection, { question: row.question, translation }, row.doc))
      tally.quotedTranslated += 1;
    else if (options.misses) console.log(`  by translation ${row.lang}\t${translation}`);
  }
  const share = (part: number, whole: number) =>
    whole === 0 ? "–" : `${((100 * part) / whole).toFixed(0)}%`;
  console.log("language  rows  quotes the named document  with a recorded translation");
  for (const [language, { asked: count, quoted, translated, quotedTranslated }] of tallies) {
    const cells = [language.padEnd(10), String(count).padStart(4), share(quoted, count).padStart(27)];
    console.log([...cells, share(quotedTranslated, translated).padStart(29)].join(""));
  }
});
