/**
 * Asks questions in other languages about English documents (qa/languages.jsonl of the corpus), without a language
 * model. Measures, by language, for how many questions the reply quotes the document that the row names.
 *
 *   node evals/languages.ts [--corpus DIR] [--translations FILE] [--misses]
 *
 * The row "en" has the same questions in English. FILE has lines of {id, english}: recorded translations of the
 * questions by a large language model. It adds a column for the search with a translation, as in the product.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { answerFromPassages } from "../server/answering/extractive/answer-from-documents.ts";
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

/** Whether the reply quotes this document, as an answer or as a quote that may help. */
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

const noCounts = { asked: 0, quoted: 0, translated: 0, quotedTranslated: 0 };

await withCollections(async (collect) => {
  const sources = await readSources(options.corpus);
  const collections = new Map<string, Collection>();
  for (const { name, documents } of sources.sets) {
    if (!rows.some(({ source_set: set }) => set === name)) continue;
    const read = documents.flatMap((each) => sources.documents.get(documentKey(name, each.name)) ?? []);
    collections.set(name, await collect(read));
  }
  const countsByLanguage = new Map<string, typeof noCounts>();
  const english = rows.filter(({ lang }) => lang === "af");
  const asked = [...english.map((row) => ({ ...row, lang: "en", question: row.source_question })), ...rows];
  for (const row of asked) {
    const collection = collections.get(row.source_set);
    if (collection === undefined || row.doc === null) continue;
    const counts = countsByLanguage.get(row.lang) ?? { ...noCounts };
    countsByLanguage.set(row.lang, counts);
    counts.asked += 1;
    if (await quotes(collection, row, row.doc)) counts.quoted += 1;
    else if (options.misses) console.log(`  ${row.lang}\t${row.question}\t${row.source_question}`);
    const translation = row.lang === "en" ? undefined : translations.get(row.id);
    if (translation === undefined) continue;
    counts.translated += 1;
    if (await quotes(collection, { question: row.question, translation }, row.doc))
      counts.quotedTranslated += 1;
    else if (options.misses) console.log(`  by translation ${row.lang}\t${translation}`);
  }
  const share = (part: number, whole: number) =>
    whole === 0 ? "–" : `${((100 * part) / whole).toFixed(0)}%`;
  console.log("language  rows  quotes the named document  with a recorded translation");
  for (const [language, { asked: count, quoted, translated, quotedTranslated }] of countsByLanguage) {
    const cells = [language.padEnd(10), String(count).padStart(4), share(quoted, count).padStart(27)];
    console.log([...cells, share(quotedTranslated, translated).padStart(29)].join(""));
  }
});
