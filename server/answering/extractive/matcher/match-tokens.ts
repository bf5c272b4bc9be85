import { replaceChatSpellings, indexOfWord, knownWordCount } from "../../../language/word-vectors.ts";
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

const token =
  /(?<rand>(?<![a-z])[r$€£]\s?\d[\d\s,.]*\d|(?<![a-z])[r$€£]\s?\d)|(?<percent>\d[\d,.]*\s?%)|(?<clock>\b\d{1,2}[:h]\d\d\b)|(?<telephone>\b0\d{2}[ -]?\d{3}[ -]?\d{4}\b)|(?<mail>[\w.+-]{1,64}@[\w.-]{1,64})|(?<word>[a-z]+(?:['’][a-z]+)?)|(?<number>\d[\d.,]*)|(?<mark>\?)/giu;
const irregularBeforeNot: Readonly<Record<string, string>> = { can: "can", won: "will" };

/** The tokens of a passage's text. */
export function matchTokens(text: string): MatchTokens {
  const found: MatchTokens = { words: [], hashes: [] };
  const add = (word: number, name: string) => {
    found.words.push(word);
    found.hashes.push(hashOf(name));
  };
  const addWord = (word: string) => {
    const stemmed = stem(word, "en");
    add(indexOfWord(word) ?? indexOfWord(stemmed) ?? specialWords.unknown, stemmed);
  };
  for (const { groups = {} } of text.toLowerCase().matchAll(token)) {
    const { word, number, mark, ...values } = groups;
    if (word !== undefined) {
      const [plain = "", ending] = word.split(/['’]/u);
      const isNegated = ending === "t" && plain.endsWith("n");
      addWord(isNegated ? (irregularBeforeNot[plain] ?? plain.slice(0, -1)) : plain);
      if (isNegated) addWord("not");
    } else if (number !== undefined) add(specialWords.number, `#${number.replace(/[.,]+$/u, "")}`);
    else if (mark !== undefined) add(specialWords.questionMark, mark);
    else {
      const [name = "", value = ""] = Object.entries(values).find(([, each]) => each !== undefined) ?? [];
      add(indexOfWord(name) ?? specialWords.unknown, `#${value.replace(/\D/gu, "")}`);
    }
  }
  return found;
}

/** The tokens of a question, which is often typed as in a chat, without question marks. */
export function matchTokensOfQuestion(question: string): MatchTokens {
  return matchTokens(replaceChatSpellings(question).replaceAll("?", " "));
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
