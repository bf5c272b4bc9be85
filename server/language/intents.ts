import { detectAnswerLanguage, type AnswerLanguage } from "./answer-language.ts";
import { scoreCues } from "./intent-cues.ts";
import { compileSets, patternSource, toWords } from "./intent-patterns.ts";
import { readEntries } from "./language-data.ts";
import { needsOf, PossiblePatterns, type Needs } from "./intent-needs.ts";
import { TypingCorrector, wordsOfPatterns } from "./intent-typing.ts";
import { once } from "./once.ts";

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

/** A pattern of `data/intents`. Its regular expression is made when a message may match it. */
interface WishPattern {
  language: AnswerLanguage;
  intent: Intent;
  pattern: () => RegExp;
  /** What makes it an ordinary question all the same. */
  question: () => RegExp | null;
  /** Of a cue; null: it tells the wish alone. */
  weight: number | null;
}

const possiblePatterns = new PossiblePatterns(spokenLanguages.flatMap(readPatterns));
const typingErrors = new TypingCorrector(
  new Map(spokenLanguages.map((language) => [language, wordsOfPatterns(readEntries("intents", language))])),
);

/** The wish of a message that no document can meet, in nine languages; null: there is none, such as in a question. */
export function recognizeIntent(message: string): RecognizedIntent | null {
  const isLong = message.length > 2 * readAtEachEnd;
  const read = isLong ? `${message.slice(0, readAtEachEnd)}.\n${message.slice(-readAtEachEnd)}` : message;
  const words = toWords(read);
  const possible = findPossible(words);
  const certain = findWishes(words, possible);
  const found = certain.length > 0 ? certain : findByCues(words, possible);
  if (found.length < 2) return found[0] ?? null;
  const language = detectAnswerLanguage(message);
  return found.find((each) => each.language === language) ?? found[0] ?? null;
}

const findPossible = (words: string): WishPattern[] => possiblePatterns.of(new Set(words.split(" ")));

/** The first wish in each language that a pattern tells alone. */
function findWishes(words: string, possible: readonly WishPattern[]): RecognizedIntent[] {
  const found = new Map<AnswerLanguage, RecognizedIntent>();
  for (const { language, intent, pattern, question, weight } of possible) {
    if (weight !== null || found.has(language)) continue;
    for (const match of words.matchAll(pattern())) {
      if (question()?.test(sentencesAround(words, match)) === true) continue;
      found.set(language, { intent, language });
      break;
    }
  }
  return [...found.values()];
}

/** The wishes that enough cues speak for, in sentences that ask for no procedure; the likeliest first. */
function findByCues(words: string, possible: readonly WishPattern[]): RecognizedIntent[] {
  const corrected = typingErrors.correct(words);
  const scored = spokenLanguages.flatMap((language) => {
    const meant = corrected.get(language) ?? words;
    const cues = (meant === words ? possible : findPossible(meant)).filter(
      (each) => each.language === language,
    );
    return intents.flatMap((intent) => {
      const score = scoreCues(
        meant,
        cues.filter((cue) => cue.intent === intent),
      );
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
function readPatterns(language: AnswerLanguage): { pattern: WishPattern; needs: Needs }[] {
  const entries = readEntries("intents", language);
  const sets = once(() => compileSets(entries));
  const needs = new Map<string, Needs>();
  for (const { name, text } of entries)
    if (name.startsWith("=")) needs.set(name.slice(1).trim(), needsOf(text, needs));
  return intents.flatMap((intent) => {
    const questions = entries.flatMap(({ name, text }) => (name === `not ${intent}` ? [text] : []));
    const question = once(() => (questions.length === 0 ? null : compilePatterns(questions, sets(), "u")));
    return entries.flatMap(({ name, text }) => {
      const [, cue] = new RegExp(String.raw`^cue ${intent} (-?\d+)$`).exec(name) ?? [];
      if (cue === undefined && name !== intent) return [];
      const weight = cue === undefined ? null : Number(cue);
      const pattern = once(() => compilePatterns([text], sets(), weight === null ? "gu" : "u"));
      return [{ pattern: { language, intent, pattern, question, weight }, needs: needsOf(text, needs) }];
    });
  });
}

/** One regular expression for several patterns. */
function compilePatterns(
  patterns: readonly string[],
  sets: ReadonlyMap<string, string>,
  flags: string,
): RegExp {
  const sources = patterns.map((pattern) => patternSource(pattern, sets));
  return new RegExp(`(?<= )(?:${sources.join("|")})`, flags);
}
