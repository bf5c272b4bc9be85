import { shuffled, seededRandom } from "../../scripts/seeded-random.ts";
import { analyse } from "../../server/language/analyse.ts";
import { readDocument } from "../../document-reader/read-document.ts";
import { containsKeys } from "./keys.ts";
import type { Part, Source } from "./markdown.ts";
import {
  isJudged,
  renderDocument,
  type EverydayDocument,
  type EverydayOrganization,
  type EverydayQuestion,
} from "./organizations.ts";

/** How many short documents are cut out of each organization's documents, and their length in words. */
const excerptsPerOrganization = 4;
const [minWords, maxWords] = [12, 300];

/** How many questions that a short document does not answer are asked of it, for each that it does, and at least. */
const missingPerAnswered = 2;
const minMissing = 4;

/** Documents of a few paragraphs, cut out of those that were written as Markdown. */
export async function shortDocumentsOf({
  name: organization,
  documents,
}: EverydayOrganization): Promise<EverydayDocument[]> {
  const random = seededRandom(organization.length);
  const written = documents.flatMap(({ source, ...each }) =>
    source === undefined ? [] : [{ ...each, source }],
  );
  const excerpts = Array.from(
    { length: excerptsPerOrganization },
    (_, count) => written[count % written.length],
  );
  return Promise.all(
    excerpts.flatMap((document) => {
      if (document === undefined) return [];
      const { name, audience, source } = document;
      return [
        renderDocument(name, cutOut(source, random)).then(async ({ bytes }) => ({
          name,
          audience,
          content: await readDocument(bytes),
        })),
      ];
    }),
  );
}

/** Consecutive parts from a random one on, as many as a random number of words needs. */
function cutOut({ parts, footnotes }: Source, random: () => number): Source {
  const contents = parts.filter(({ kind }) => kind !== "page_break");
  const start = Math.floor(random() * Math.max(1, contents.length - 3));
  const wanted = minWords * (maxWords / minWords) ** random();
  const cut: Part[] = [];
  let words = 0;
  for (const part of contents.slice(start)) {
    if (words >= wanted) break;
    cut.push(part);
    words += wordsOf(part);
  }
  return { parts: cut, footnotes };
}

const wordsOf = (part: Part): number =>
  (part.kind === "table" ? part.rows.flat().join(" ") : part.kind === "page_break" ? "" : part.text)
    .split(/\s+/u)
    .filter(Boolean).length;

/** The organization's questions that a short document answers, and of the others those with most words in common. */
export function questionsOfShortDocument(
  { name, content, audience }: EverydayDocument,
  { questions, further }: EverydayOrganization,
): { row: EverydayQuestion; isAnswerable: boolean }[] {
  const text = content.pages.map((page) => page.text).join("\n");
  const terms = termsOf(text);
  const rows = shuffled([...questions, ...further].filter(isJudged)).filter(
    (row) => row.audience === audience && row.history.length === 0,
  );
  const answered = rows.filter(
    (row) => row.expect === "answer" && row.documents.includes(name) && containsKeys(row, text),
  );
  const missing = rows
    .filter((row) => row.expect === "decline" || !containsKeys({ ...row, must_not: [] }, text))
    .map((row) => ({ row, shared: termsOf(row.question).intersection(terms).size }))
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, Math.max(minMissing, missingPerAnswered * answered.length));
  return [
    ...answered.map((row) => ({ row, isAnswerable: true })),
    ...missing.map(({ row }) => ({ row, isAnswerable: false })),
  ];
}

const termsOf = (text: string): Set<string> => new Set(analyse(text, "en").map(({ term }) => term));
