import { detectAnswerLanguage, type AnswerLanguage } from "./answer-language.ts";
import { scoreCues, type Cue } from "./intent-cues.ts";
import { compileSets, patternSource, toWords } from "./intent-patterns.ts";
import { readEntries } from "./language-data.ts";
import { needsOf, needTest, type Needs } from "./intent-needs.ts";
import { typingCorrector, wordsOfPatterns } from "./intent-typing.ts";

/**
 * What a customer wants that no document can give. `person`: to speak to somebody. `complaint`: to have something put
 * right. `status`: to know how their own order, claim, delivery, refund, application or ticket stands.
 */
export type Intent = "person" | "complaint" | "status";

export interface RecognizedIntent {
  intent: Intent;
  /** The language that the wish is put in. */
  language: AnswerLanguage;
}

const intents = ["person", "complaint", "status"] as const;
const spokenLanguages: readonly AnswerLanguage[] = ["en", "af", "zu", "xh", "st", "tn", "pt", "de", "fr"];
/** What is read of a long message, in UTF-16 code units: a wish stands at its beginning or its end. */
const readAtEachEnd = 1000;

interface WishPattern {
  /** Whether a message with these words can match at all. */
  mayMatch: (words: ReadonlySet<string>) => boolean;
  wish: RegExp;
}

interface Patterns {
  language: AnswerLanguage;
  wishes: { intent: Intent; patterns: WishPattern[]; question: RegExp | null; cues: Cue[] }[];
  /** Puts right what was mistyped of the words that the cues look for. */
  correct: (words: string) => string;
}

const patternsOfLanguages = spokenLanguages.map(readPatterns);

/** The wish of a message that no document can meet, in nine languages; null: there is none, such as in a question. */
export function recognizeIntent(message: string): RecognizedIntent | null {
  const isLong = message.length > 2 * readAtEachEnd;
  const read = isLong ? `${message.slice(0, readAtEachEnd)}.\n${message.slice(-readAtEachEnd)}` : message;
  const words = toWords(read);
  const vocabulary = new Set(words.split(" "));
  const certain = patternsOfLanguages.flatMap((patterns) => findWish(patterns, words, vocabulary) ?? []);
  const found = certain.length > 0 ? certain : findByCues(words);
  if (found.length < 2) return found[0] ?? null;
  const language = detectAnswerLanguage(message);
  return found.find((each) => each.language === language) ?? found[0] ?? null;
}

function findWish(
  { language, wishes }: Patterns,
  words: string,
  vocabulary: ReadonlySet<string>,
): RecognizedIntent | null {
  for (const { intent, patterns, question } of wishes) {
    for (const { mayMatch, wish } of patterns) {
      if (!mayMatch(vocabulary)) continue;
      for (const match of words.matchAll(wish)) {
        if (question === null || !question.test(sentencesAround(words, match))) return { intent, language };
      }
    }
  }
  return null;
}

/** The wish that most cues of each language speak for, in sentences that ask for no procedure; the likeliest first. */
function findByCues(words: string): RecognizedIntent[] {
  const scored = patternsOfLanguages.flatMap(({ language, wishes, correct }) => {
    const corrected = correct(words);
    return wishes.flatMap(({ intent, question, cues }) => {
      const score = scoreCues(corrected, cues, question);
      return score === null ? [] : [{ score, wish: { intent, language } }];
    });
  });
  return scored.toSorted((a, b) => b.score - a.score).map(({ wish }) => wish);
}

/** The sentences that a match stands in: a question in another sentence takes nothing from a wish. */
function sentencesAround(words: string, match: RegExpExecArray): string {
  const end = match.index + match[0].length;
  const before = words.lastIndexOf(" . ", match.index);
  const from = before === -1 ? 0 : before + 2;
  const to = words.indexOf(" . ", Math.max(end - 3, match.index));
  return words.slice(from, to === -1 ? undefined : to + 1);
}

/** Reads `data/intents/<language>.txt`; how it is written stands in `data/intents/README.md`. */
function readPatterns(language: AnswerLanguage): Patterns {
  const entries = readEntries("intents", language);
  const sets = compileSets(entries);
  const needs = new Map<string, Needs>();
  for (const { name, text } of entries)
    if (name.startsWith("=")) needs.set(name.slice(1).trim(), needsOf(text, needs));
  const compile = (patterns: readonly string[], flags: string): RegExp | null => {
    const sources = patterns.map((pattern) => patternSource(pattern, sets));
    return sources.length === 0 ? null : new RegExp(`(?<= )(?:${sources.join("|")})`, flags);
  };
  const patternsOf = (name: string): string[] =>
    entries.filter((entry) => entry.name === name).map(({ text }) => text);
  const wishes = intents.flatMap((intent) => {
    const patterns = patternsOf(intent).flatMap((pattern): WishPattern[] => {
      const wish = compile([pattern], "gu");
      return wish === null ? [] : [{ mayMatch: needTest(needsOf(pattern, needs)), wish }];
    });
    const question = compile(patternsOf(`not ${intent}`), "u");
    const cues = entries.flatMap(({ name, text }) => {
      const weight = new RegExp(String.raw`^cue ${intent} (-?\d+)$`).exec(name)?.[1];
      const cue = weight === undefined ? null : compile([text], "u");
      return cue === null ? [] : [{ weight: Number(weight), cue, mayMatch: needTest(needsOf(text, needs)) }];
    });
    return patterns.length === 0 ? [] : [{ intent, patterns, question, cues }];
  });
  return { language, wishes, correct: typingCorrector(wordsOfPatterns(entries)) };
}
