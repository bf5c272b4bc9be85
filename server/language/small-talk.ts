import type { AnswerLanguage } from "./answer-language.ts";
import { readEntries, readNamed } from "./language-data.ts";

/** If languages share a phrase, it counts for the first of them. */
const languages: readonly AnswerLanguage[] = ["en", "af", "zu", "xh", "st", "de", "fr", "pt", "tn"];

/** Words that may accompany small talk without making it a question. */
const fillers = new Set(readNamed("small-talk", languages, "filler"));

/**
 * Words that need no answer: if a message has only these besides thanks, a greeting or good wishes, it asks nothing.
 */
const lightWords = new Set(readNamed("small-talk", languages, "light"));

/** If a message has several kinds of small talk, the first of these is replied to. */
const precedence = [
  "disagreement",
  "who_are_you",
  "presence",
  "stop",
  "how_are_you",
  "thanks",
  "goodbye",
  "compliment",
  "greeting",
  "acknowledgement",
  "interjection",
] as const;
type Act = (typeof precedence)[number];

const phrases = languages.flatMap((language) =>
  readEntries("small-talk", language).flatMap(({ name, text }) => {
    const act = precedence.find((each) => each === name);
    return act === undefined ? [] : [{ act, language, key: keyOf(wordsOf(text)) }];
  }),
);
type Phrase = (typeof phrases)[number];
/** Phrases by their words; a phrase that languages share keeps all of them. */
const phraseTable = Map.groupBy(phrases, ({ key }) => key);
const maxPhraseWords = Math.max(...[...phraseTable.keys()].map((key) => key.split(" ").length));

const emojiActs = new Map<string, string>();
for (const { name, text } of readEntries("small-talk", "emoji"))
  for (const emoji of text) emojiActs.set(emoji, name);
/** What may stand within or between emoji: skin tones, variants, joiners, signs of gender. */
const withinEmoji = /[\p{M}\p{Emoji_Modifier}\s\u200d♀♂]/gu;

type Word = ReturnType<typeof wordsOf>[number];

function keyOf(words: Word[]): string {
  return words.map(({ text }) => text).join(" ");
}

/** Words without accents, in lower case: people write "tschuss", "voce", "ca va". */
function wordsOf(text: string) {
  return [...text.replaceAll("\u2019", "'").matchAll(/[\p{L}\p{M}\p{N}']+/gu)].flatMap(
    ({ 0: word, index }) => {
      const plain = word
        .normalize("NFD")
        .replace(/\p{M}/gu, "")
        .toLowerCase()
        .replace(/^'+|'+$/g, "")
        // "heyyy" and "hiii": a letter repeated three or more times counts once.
        .replace(/(.)\1{2,}/g, "$1");
      return plain === "" ? [] : [{ text: plain, start: index, end: index + word.length }];
    },
  );
}

interface SmallTalk {
  /** The kind of small talk to reply to; null if the message is not only small talk. */
  act: Act | null;
  language: AnswerLanguage;
  /** The message without a leading greeting; "" if it is only small talk. */
  remainder: string;
}

function phraseAt(words: Word[], at: number): { length: number; found: Phrase[] } | null {
  for (let length = Math.min(maxPhraseWords, words.length - at); length >= 1; length--) {
    const found = phraseTable.get(keyOf(words.slice(at, at + length)));
    if (found !== undefined) return { length, found };
  }
  return null;
}

/** The phrases at the beginning of a message, and the index after them. `isSkipped`: words that may be between them. */
function leadingPhrases(words: Word[], isSkipped: (word: string, found: Phrase[][]) => boolean) {
  const found: Phrase[][] = [];
  let at = 0;
  while (at < words.length) {
    const phrase = phraseAt(words, at);
    if (phrase !== null) found.push(phrase.found);
    else if (!isSkipped(words[at]?.text ?? "", found)) break;
    at += phrase?.length ?? 1;
  }
  return { found, at };
}

/**
 * Recognizes messages that are nothing but small talk, in nine languages. The whole message must consist of known
 * phrases and fillers: "Hi, how many leave days do I get?" is a question, from which only the greeting is removed.
 */
export function recognizeSmallTalk(message: string): SmallTalk {
  const words = wordsOf(message);
  if (words.length === 0) {
    const acts = new Set([...message.replaceAll(withinEmoji, "")].map((emoji) => emojiActs.get(emoji)));
    const act = acts.has(undefined) ? undefined : precedence.find((each) => acts.has(each));
    if (act !== undefined) return { act, language: "en", remainder: "" };
  }
  const { found, at } = leadingPhrases(words, (word, before) => before.length > 0 && fillers.has(word));
  const language = sharedLanguage(found);
  if (at === words.length && found.length > 0) {
    const acts = new Set(
      found.map((choices) => (choices.find((c) => c.language === language) ?? choices[0])?.act),
    );
    return { act: precedence.find((act) => acts.has(act)) ?? null, language, remainder: "" };
  }
  const light = message.includes("?") ? null : lightTalk(words);
  return light ?? { act: null, language, remainder: withoutGreeting(message, words) };
}

const lightActs: ReadonlySet<Act> = new Set<Act>(["thanks", "goodbye", "greeting", "compliment"]);

/** Small talk with only light words around it; null if the message may ask something. */
function lightTalk(words: Word[]): SmallTalk | null {
  const { found, at } = leadingPhrases(words, (word) => lightWords.has(word));
  const acts = new Set(found.map((choices) => choices[0]?.act));
  const act = precedence.find((each) => lightActs.has(each) && acts.has(each));
  if (at < words.length || act === undefined) return null;
  return { act, language: sharedLanguage(found), remainder: "" };
}

/**
 * The language that most phrases of the message belong to; in a tie, not English, which people mix into any language. A
 * phrase that English has as well, such as "ok", counts as English.
 */
function sharedLanguage(found: Phrase[][]): AnswerLanguage {
  const spoken = found.flatMap((choices) => {
    const known = new Set(choices.map(({ language }) => language));
    return known.has("en") ? ["en" as const] : [...known];
  });
  const votes = Map.groupBy(spoken, (language) => language);
  const countOf = (language: AnswerLanguage) => votes.get(language)?.length ?? 0;
  let best: AnswerLanguage = "en";
  for (const language of votes.keys()) {
    const lead = countOf(language) - countOf(best);
    if (lead > 0 || (lead === 0 && best === "en")) best = language;
  }
  return best;
}

const hello: ReadonlySet<string> = new Set(
  "hi hello hey hallo bonjour sawubona molo dumela ola oi".split(" "),
);
/** Fillers that may follow a greeting: "hi there", "hello team". */
const afterGreeting: ReadonlySet<string> = new Set(
  ["there", "team", "everyone", "all", "please", "sizana"].filter((word) => fillers.has(word)),
);

/** Removes greetings and thanks at the beginning; anything else there may belong to the question. */
function withoutGreeting(message: string, words: Word[]): string {
  let at = 0;
  for (;;) {
    const phrase = phraseAt(words, at);
    const act = phrase?.found[0]?.act;
    if (phrase === null || !(act === "greeting" || act === "thanks" || act === "how_are_you")) break;
    const last = words[at + phrase.length - 1];
    const next = words[at + phrase.length];
    // Without a mark after it, a phrase counts only if it is a word such as "hello": "Evening shifts start when?"
    const closed =
      last !== undefined && next !== undefined && /[,.!?;:\n-]/.test(message.slice(last.end, next.start));
    if (!closed && !(phrase.length === 1 && hello.has(last?.text ?? ""))) break;
    at += phrase.length;
  }
  while (at > 0 && afterGreeting.has(words[at]?.text ?? "")) at++;
  const first = words[at];
  return at === 0 || first === undefined ? message.trim() : message.slice(first.start).trim();
}
