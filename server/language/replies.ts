import { answerLanguages, type AnswerLanguage } from "./answer-language.ts";
import { readEntries } from "./language-data.ts";

type Texts<Name extends string> = Record<AnswerLanguage, Record<Name, string>>;

/** Texts of data/replies in every language that the assistant replies in. Throws if a language lacks one. */
export function readReplies<Name extends string>(names: readonly Name[]): Texts<Name> {
  const readLanguage = (language: AnswerLanguage) => {
    const texts = new Map(readEntries("replies", language).map(({ name, text }) => [name, text]));
    const entries = names.map((name) => {
      const text = texts.get(name);
      if (text === undefined) throw new Error(`data/replies/${language}.txt lacks "${name}"`);
      return [name, text];
    });
    return [language, Object.fromEntries(entries)];
  };
  return Object.fromEntries(answerLanguages.map(readLanguage)) as Texts<Name>;
}

const names = [
  "unknown",
  "clarify",
  /** Introduces quotes that may help but do not claim to answer the question. */
  "mayHelp",
  /** Names the parts of a question without an answer when other parts are answered; {parts} is the user's words. */
  "missing",
  /** Introduces quotes in another language than the question's. */
  "quoted",
  /** {ticket} is the ticket's number. */
  "handOff",
  /** Follows it where nobody could reach the customer in another way. */
  "askContact",
  /** To the first message while the conversation waits for a person. */
  "stillWaiting",
  "greeting",
  "how_are_you",
  "thanks",
  "goodbye",
  "who_are_you",
  "presence",
  /** To "stop", as people opt out of messages on their phones. */
  "stop",
  "compliment",
  "acknowledgement",
  /** To a cry of surprise or regret alone, such as "eish". */
  "interjection",
  /** To "no, that is wrong". Offers a hand-off. */
  "disagreement",
] as const;

/**
 * The assistant's own replies, which come from no document; written for both audiences, staff and customers.
 * `unknown`, `clarify` and `disagreement` offer a hand-off.
 */
export const replies = readReplies(names);

/** The words that name a source and its pages. */
export const sourceWords = readReplies(["source", "page", "pages", "and"] as const);
export type SourceWords = (typeof sourceWords)[AnswerLanguage];
