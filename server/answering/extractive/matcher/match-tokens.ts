import {
  indexOfWord,
  knownWordCount,
  replaceChatSpellings,
  withoutContraction,
} from "../../../language/word-vectors.ts";
import { fnv1a } from "../../../hash.ts";
import { keepRecent } from "../../../caching/recent-map.ts";
import { stem } from "../../../language/stem.ts";

/** The words and values of a text in order, as the matcher reads them. */
export interface MatchTokens {
  /** Indexes of the word vectors, or one of `specialWords`. */
  words: number[];
  /** Hashes of stems and numbers: two tokens with the same hash are the same word or value. */
  hashes: number[];
}

/** What a token without a vector is. */
export const specialWords = {
  unknown: knownWordCount,
  number: knownWordCount + 1,
  questionMark: knownWordCount + 2,
};

const word = "(?<word>[a-z]+(?:['’][a-z]+)?)";
const mark = String.raw`(?<mark>\?)`;
/** Matches words in lower-case text without values. Most texts have none, and this takes half the time. */
const wordOrMark = new RegExp(`${word}|${mark}`, "gu");
const token = new RegExp(
  [
    String.raw`(?<rand>(?<![a-z])[r$€£]\s?\d[\d\s,.]*\d|(?<![a-z])[r$€£]\s?\d)|(?<percent>\d[\d,.]*\s?%)|(?<clock>\b\d{1,2}[:h]\d\d\b)`,
    String.raw`(?<telephone>\b0\d{2}[ -]?\d{3}[ -]?\d{4}\b)|(?<mail>[\w.+-]{1,64}@[\w.-]{1,64})`,
    word,
    String.raw`(?<number>\d[\d.,]*)`,
    mark,
  ].join("|"),
  "gu",
);
const mayHoldValues = /[\d@]/u;

export function matchTokens(text: string): MatchTokens {
  const pattern = mayHoldValues.test(text) ? token : wordOrMark;
  const found = [...text.toLowerCase().matchAll(pattern)].map(({ groups = {} }) =>
    groups["word"] === undefined ? tokenOfValue(groups) : tokensOfWord(groups["word"]),
  );
  return { words: found.flatMap(({ words }) => words), hashes: found.flatMap(({ hashes }) => hashes) };
}

/** Cached, because texts share most of their words. About 150 bytes each. */
const maxWords = 8_000;

/** One token, or two for a contraction such as "don't". */
const tokensOfWord = keepRecent(maxWords, (contracted: string): MatchTokens => {
  const [plain = "", ending = ""] = contracted.split(/['’]/u);
  const parts = withoutContraction(plain, ending);
  const stems = parts.map((part) => stem(part, "en"));
  return {
    words: parts.map((part, at) => indexOfWord(part) ?? indexOfWord(stems[at] ?? "") ?? specialWords.unknown),
    hashes: stems.map((each) => fnv1a(each)),
  };
});

function tokenOfValue(groups: Record<string, string | undefined>): MatchTokens {
  const [name = "", value = ""] = Object.entries(groups).find(([, each]) => each !== undefined) ?? [];
  const one = (index: number, text: string) => ({ words: [index], hashes: [fnv1a(text)] });
  if (name === "number") return one(specialWords.number, `#${value.replace(/[.,]+$/u, "")}`);
  if (name === "mark") return one(specialWords.questionMark, value);
  return one(indexOfWord(name) ?? specialWords.unknown, `#${value.replace(/\D/gu, "")}`);
}

/** The tokens of a question, which is often typed as in a chat, without question marks. */
export function matchTokensOfQuestion(question: string): MatchTokens {
  return matchTokens(replaceChatSpellings(question).replaceAll("?", " "));
}
