import type { Chunk } from "../../server/ingestion/chunk/chunk.ts";
import type { CorpusQuestion, CorpusSet } from "../corpus.ts";

/** Share of the answer's different content words that a chunk holds to count as its place. */
const minShare = 0.5;
/** The same for a chunk of the cited page. */
const minShareOnPage = 0.3;
/** A chunk within a longer answer: share of the chunk's words that are the answer's, and how many at least. */
const minShareOfWords = 0.7;
const minWords = 12;
/** A span of at least this many words may be cut by the end of a chunk. */
const longSpan = 8;

const functionWords = new Set(
  "a an and any all are as at be by can for from has have if in is it its may not of on or our that the their they this to was we were will with you your".split(
    " ",
  ),
);

/**
 * The chunks that hold the answer to a question; all of them are of a document that the set names.
 *
 * - Span answers (covidqa, squad2, policyqa): the chunk's text holds one of the answers, both
 *   lower case with runs of anything but letters and digits as one space, whole words only. Of a
 *   span of 8 words or more its first or its last half is enough, because a chunk may end within it.
 * - Long answers (hr-handbook-faq, zava-insurance-hr, covid-faq, mtrag-un, financebench): the chunk
 *   holds at least half of the different content words of one answer; or it lies within a longer
 *   answer (at least 12 content words, 70% of them the answer's); or it is on a page that the set
 *   cites, and found plausible, and holds at least 30%. Where a document is one single chunk, that
 *   chunk is the answer's place.
 *
 * A question without any such chunk counts as missed by every method.
 */
export function placesOfAnswer(
  set: CorpusSet,
  question: CorpusQuestion,
  chunks: Map<string, Chunk[]>,
): Set<string> {
  const places = new Set<string>();
  for (const name of question.documents) {
    const ofDocument = chunks.get(name) ?? [];
    for (const chunk of ofDocument) {
      const expected =
        set.answers === "span"
          ? question.answers.some((answer) => containsSpan(plain(chunk.text), plain(answer)))
          : ofDocument.length === 1 || containsLongSpan(chunk, question);
      if (expected) places.add(placeOf(name, chunk.ordinal));
    }
  }
  return places;
}

export function placeOf(documentName: string, ordinal: number): string {
  return `${documentName}#${ordinal}`;
}

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function containsSpan(text: string, answer: string): boolean {
  const contains = (words: string) => words !== "" && ` ${text} `.includes(` ${words} `);
  if (contains(answer)) return true;
  const words = answer.split(" ");
  const half = Math.ceil(words.length / 2);
  return (
    words.length >= longSpan &&
    (contains(words.slice(0, half).join(" ")) || contains(words.slice(-half).join(" ")))
  );
}

function containsLongSpan(chunk: Chunk, question: CorpusQuestion): boolean {
  const words = contentWords(chunk.text);
  const cited = chunk.spans.some((span) => question.pages.includes(span.page));
  return question.answers.some((answer) => {
    const wanted = contentWords(answer);
    const shared = [...wanted].filter((word) => words.has(word)).length;
    const share = shared / Math.max(1, wanted.size);
    if (share >= minShare || (cited && share >= minShareOnPage)) return true;
    return words.size >= minWords && shared / words.size >= minShareOfWords;
  });
}

function contentWords(text: string): Set<string> {
  return new Set(
    plain(text)
      .split(" ")
      .filter((word) => word.length > 1 && !functionWords.has(word)),
  );
}
