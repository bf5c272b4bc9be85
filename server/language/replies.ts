import { answerLanguages, type AnswerLanguage } from "./answer-language.ts";
import { readEntries } from "./language-data.ts";

type Texts<Name extends string> = Record<AnswerLanguage, Record<Name, string>>;

/** Texts of data/replies in every language that the assistant replies in. Throws for one that a language lacks. */
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
  /** Leads to quotes that are near the question but are not said to answer it. */
  "mayHelp",
  /** Where other things that were asked are answered; with the question's words in place of {parts}. */
  "missing",
  /** Leads to quotes that are in another language than the question. */
  "quoted",
  /** With the ticket's number in place of {ticket}. */
  "handOff",
  "greeting",
  "how_are_you",
  "thanks",
  "goodbye",
  "who_are_you",
  "presence",
  "compliment",
  "acknowledgement",
] as const;

export type Reply = (typeof names)[number];

/**
 * What the assistant says for itself, when no document speaks; written for both audiences, staff and customers.
 * `unknown` and `clarify` offer a hand-off.
 */
export const replies = readReplies(names);

/** How a place in a document is named in a text. */
export const sourceWords = readReplies(["source", "page", "pages", "and"] as const);
export type SourceWords = (typeof sourceWords)[AnswerLanguage];
