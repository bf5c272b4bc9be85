import type { ExtractedDocument } from "../../document-reader/extracted-document.ts";

/** A document has about this many chunks, of about 195 words each. */
export const chunksOfDocument = 150;
const wordsOfChunk = 195;
const wordsOfPage = 450;
/** About the vocabulary of a library of handbooks; see `next` for the distribution. */
const maxWords = 20_000;

const consonants = "bdfghklmnprstvz";
const vowels = "aeiou";

/** The word of a frequency rank: two to five syllables, the same in each run. */
function word(rank: number): string {
  let rest = rank * 7919 + 17;
  let text = "";
  for (let syllable = 0; syllable < 2 + (rank % 4); syllable++) {
    text += (consonants[rest % 15] ?? "b") + (vowels[Math.floor(rest / 15) % 5] ?? "a");
    rest = Math.floor(rest / 75) + rank;
  }
  return text;
}

/** Numbers in [0, 1), the same in each run. */
function* randomNumbers(seed: number): Generator<number, never> {
  let state = seed >>> 0 || 1;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** A document of about 150 chunks, and questions with words from it. */
export function inventDocument(seed: number): { document: ExtractedDocument; questions: string[] } {
  const random = randomNumbers(seed * 2_654_435_761);
  const next = (): string => word(Math.floor(maxWords ** (random.next().value ** 2)));
  const sentence = (): string => {
    const words = Array.from({ length: 15 }, next).join(" ");
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  };
  const pages: ExtractedDocument["pages"] = [];
  const blocks: ExtractedDocument["blocks"] = [];
  for (let page = 1; page <= (chunksOfDocument * wordsOfChunk) / wordsOfPage; page++) {
    const text = Array.from({ length: wordsOfPage / 15 }, sentence).join(" ");
    pages.push({ page, width: 595, height: 842, text, boxes: [] });
    blocks.push({ kind: "paragraph", page, start: 0, end: text.length });
  }
  const questions = pages.map(({ text }) => `What about ${text.slice(0, 60).replace(/\s\S*$/, "")}?`);
  return { document: { fileType: "pdf", title: null, pages, blocks }, questions };
}
