import type { Chunk } from "../../server/ingestion/chunk/chunk.ts";
import type { CorpusQuestion, CorpusSet } from "../corpus.ts";

/** A chunk counts as a hit if it contains this share of the answer's distinct content words. */
const minShare = 0.5;
/** The same for a chunk on a cited page. */
const minShareOnPage = 0.3;
/** For a chunk within a longer answer: the share of its words that are in the answer, and its minimum of words. */
const minShareOfWords = 0.7;
const minWords = 12;
/** From this many words on, half of a span is enough, since a chunk may end within it. */
const longSpan = 8;

const functionWords = new Set(
  "a an and any all are as at be by can for from has have if in is it its may not of on or our that the their they this to was we were will with you your".split(
    " ",
  ),
);

/**
 * The keys of the chunks that contain the answer to a question, all in documents that the set names.
 *
 * - Span answers (covidqa, squad2, policyqa): the chunk's text contains one of the answers as whole words, both in
 *   lower case with everything but letters and digits replaced by spaces. From 8 words on, the first or last half is
 *   enough, because a chunk may end within the span.
 * - Long answers (hr-handbook-faq, zava-insurance-hr, covid-faq, mtrag-un, financebench): the chunk contains at least
 *   half of the distinct content words of one answer; or it lies within a longer answer (at least 12 content words,
 *   70% of them in the answer); or it is on a page that the set cites and contains at least 30%. A document's only
 *   chunk always counts.
 *
 * A question without any such chunk counts as missed by every method.
 */
export function answerChunks(
  set: CorpusSet,
  question: CorpusQuestion,
  chunks: Map<string, Chunk[]>,
): Set<string> {
  const keys = new Set<string>();
  for (const name of question.documents) {
    const ofDocument = chunks.get(name) ?? [];
    for (const chunk of ofDocument) {
      const expected =
        set.answers === "span"
          ? question.answers.some((answer) => containsSpan(plain(chunk.text), plain(answer)))
          : ofDocument.length === 1 || containsLongSpan(chunk, question);
      if (expected) keys.add(chunkKey(name, chunk.ordinal));
    }
  }
  return keys;
}

export function chunkKey(documentName: string, ordinal: number): string {
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
