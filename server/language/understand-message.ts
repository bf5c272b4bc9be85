import { detectAnswerLanguage, type AnswerLanguage } from "./answer-language.ts";
import { recognizeIntent, type Intent } from "./intents.ts";
import { recognizeSmallTalk, type SmallTalk } from "./small-talk.ts";

/** What a message is about, found once and passed on. */
export interface UnderstoodMessage {
  text: string;
  /** The language that it is to be answered in. */
  language: AnswerLanguage;
  /** Politeness that is all of the message; else null. */
  smallTalk: SmallTalk["act"];
  /** What no document can meet; null: nothing of the kind. */
  wish: Intent | null;
  /** What is left to be answered without a leading greeting. */
  question: string;
}

/** Understands a message by its words alone, whatever the channel. */
export function understandMessage(text: string): UnderstoodMessage {
  const { act, language, remainder } = recognizeSmallTalk(text);
  if (act !== null) return { text, language, smallTalk: act, wish: null, question: "" };
  const wish = recognizeIntent(remainder);
  return {
    text,
    language: wish?.language ?? detectAnswerLanguage(text),
    smallTalk: null,
    wish: wish?.intent ?? null,
    question: remainder,
  };
}

/** The language that a message is to be answered in. */
export const languageOfMessage = (text: string): AnswerLanguage => understandMessage(text).language;
