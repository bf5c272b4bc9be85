import { detectAnswerLanguage, type AnswerLanguage } from "./answer-language.ts";
import { compileSets, patternSource, toWords } from "./intent-patterns.ts";
import { readEntries, readPhrases } from "./language-data.ts";
import { conditionsOfPattern, PatternIndex, type PatternConditions } from "./pattern-index.ts";
import { intents, scoreIntents, type Intent, type IntentScores } from "./intent-weights.ts";
import { once } from "../caching/once.ts";

/**
 * What a message may want from a person: one of the kinds that weights are trained for, or to be told whom to call at
 * once: somebody is in danger now or just was (`emergency`), or may take their life (`suicide`).
 */
export type RequestIntent = Intent | "emergency" | "suicide";
/** Recognized by patterns alone; the first one that matches counts. */
const urgentIntents = ["suicide", "emergency"] as const;

const spokenLanguages: readonly AnswerLanguage[] = ["en", "af", "zu", "xh", "st", "tn", "pt", "de", "fr"];
/** UTF-16 code units read at each end of a long message, because people put a request first or last. */
const readAtEachEnd = 1000;

const patternIndex = new PatternIndex(spokenLanguages.flatMap(readPatterns));
/** Added to the score of an intent if a pattern matches: almost enough to decide alone. */
const patternScore = 4;
/** The threshold for the log-sum-exp of the scores if no pattern matches; if one matches, it is 0. */
const thresholdWithoutPattern = 0.5;
/** Below these scores a request that no pattern matches may be a question. */
const sureScores: Readonly<Record<Intent, number>> = { person: 2.5, complaint: 3.5, status: 6 };
/** "And at your own machine?" continues a question, whatever it is about. */
const continuesQuestion = new RegExp(
  String.raw`^\W*(?:${readPhrases("follow-ups", spokenLanguages)("continues")})(?!\p{L})[^.!?]{0,60}\?\s*$`,
  "iu",
);
/** A message that is this much below the threshold may still be a request. */
const unsureRange = 2.2;

/**
 * Recognizes a hand-off request in nine languages; null for an ordinary question. If it is not sure, it may as well be
 * a question, so it is a hand-off request only if no document answers it. The language is that of the pattern that
 * matched; null if none did and the language has to be detected. The score of an intent is the one of the trained
 * weights plus the one of the patterns.
 */
export function recognizeIntent(message: string, score: (message: string) => IntentScores = scoreIntents) {
  const isLong = message.length > 2 * readAtEachEnd;
  const read = isLong ? `${message.slice(0, readAtEachEnd)}.\n${message.slice(-readAtEachEnd)}` : message;
  const words = toWords(read);
  if (words.trim() === "") return null;
  const matches = matchPatterns(words);
  for (const intent of urgentIntents) {
    const match = matchInLanguage(matchesOf(matches, intent), message);
    if (match !== undefined) return { ...match, isSure: true };
  }
  const scores = score(read);
  const candidates = intents.map((intent) => {
    const byPattern = matchesOf(matches, intent);
    return { intent, byPattern, sum: scores[intent] + (byPattern.length > 0 ? patternScore : 0) };
  });
  // First decides whether it is a request at all: "my order is late, unacceptable" has two intents.
  const odds = candidates.reduce((all, { sum }) => all + Math.exp(sum), 0);
  const [best] = candidates.toSorted((a, b) => b.sum - a.sum);
  const lead = Math.log(odds) - (matches.length > 0 ? 0 : thresholdWithoutPattern);
  if (best === undefined || lead <= -unsureRange) return null;
  const { intent, byPattern } = best;
  const match = matchInLanguage(byPattern, message);
  // "When is my next debit" and "my phone screen broke" have words of those who want somebody to do something.
  const mayBeQuestion =
    match === undefined && (best.sum < sureScores[intent] || continuesQuestion.test(message));
  return { intent, isSure: lead > 0 && !mayBeQuestion, language: match?.language ?? null };
}

interface Match {
  intent: RequestIntent;
  language: AnswerLanguage;
}

const matchesOf = (matches: readonly Match[], intent: RequestIntent): Match[] =>
  matches.filter((match) => match.intent === intent);

/** The match in the message's language, because languages share patterns; otherwise the first one. */
function matchInLanguage(matches: readonly Match[], message: string): Match | undefined {
  const detected = matches.length > 1 ? detectAnswerLanguage(message) : null;
  return matches.find(({ language }) => language === detected) ?? matches[0];
}

/** The intents with a matching pattern, each at most once per language. */
function matchPatterns(words: string): Match[] {
  const found = new Map<string, Match>();
  for (const { language, intent, pattern, question } of patternIndex.of(new Set(words.split(" ")))) {
    const key = `${language} ${intent}`;
    if (found.has(key)) continue;
    for (const match of words.matchAll(pattern())) {
      if (question()?.test(sentencesAround(words, match)) === true) continue;
      found.set(key, { intent, language });
      break;
    }
  }
  return [...found.values()];
}

/** The sentences that contain a match, because a question in another sentence does not invalidate it. */
function sentencesAround(words: string, match: RegExpExecArray): string {
  const end = match.index + match[0].length;
  const before = words.lastIndexOf(" . ", match.index);
  const from = before === -1 ? 0 : before + 2;
  const to = words.indexOf(" . ", Math.max(end - 3, match.index));
  return words.slice(from, to === -1 ? undefined : to + 1);
}

/**
 * Reads `data/intents/<language>.txt`; `data/intents/README.md` describes the format. Regular expressions are compiled
 * when a message first may match them.
 */
function readPatterns(language: AnswerLanguage) {
  const entries = readEntries("intents", language);
  const sets = once(() => compileSets(entries));
  const ofSets = new Map<string, PatternConditions>();
  for (const { name, text } of entries)
    if (name.startsWith("=")) ofSets.set(name.slice(1).trim(), conditionsOfPattern(text, ofSets));
  return [...urgentIntents, ...intents].flatMap((intent) => {
    const questions = entries.flatMap(({ name, text }) => (name === `not ${intent}` ? [text] : []));
    // If this also matches, in the same sentence, a pattern does not count.
    const question = once(() => (questions.length === 0 ? null : compilePatterns(questions, sets(), "u")));
    return entries.flatMap(({ name, text }) => {
      if (name !== intent) return [];
      const pattern = once(() => compilePatterns([text], sets(), "gu"));
      const conditions = conditionsOfPattern(text, ofSets);
      return [{ pattern: { language, intent, pattern, question }, conditions }];
    });
  });
}

/** One regular expression for several patterns. */
function compilePatterns(patterns: readonly string[], sets: ReadonlyMap<string, string>, flags: string) {
  const sources = patterns.map((pattern) => patternSource(pattern, sets));
  return new RegExp(`(?<= )(?:${sources.join("|")})`, flags);
}
