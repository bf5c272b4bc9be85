import { detectAnswerLanguage, type AnswerLanguage } from "./answer-language.ts";
import { detectBilingualLanguage } from "./bilingual.ts";
import { contextualize, type Earlier, type Turn } from "./follow-up.ts";
import { recognizeIntent } from "./intents.ts";
import type { Intent } from "./intent-weights.ts";
import { recognizeSmallTalk, type SmallTalk } from "./small-talk.ts";

/** What is understood of a message, found once and passed on to whatever answers it. */
export interface Query {
  /** The message as it was written. */
  text: string;
  /** The language that it is to be answered in. */
  language: AnswerLanguage;
  /** The kind of small talk if the message is nothing else; otherwise null. */
  smallTalk: SmallTalk["act"];
  /** A wish that no document can meet, such as to speak to a person; otherwise null. */
  wish: Intent | null;
  /** The message without a leading greeting. */
  question: string;
  /** The sentences of a long question that ask; of a short one all. */
  focus: string;
  /** The text to search for: the focus, followed by the words of earlier messages that it refers to. */
  searchText: string;
  /** Lower-case words of `searchText` that come from earlier messages only; they count less. */
  contextWords: ReadonlySet<string>;
  /** What the focus refers to. */
  earlier: Earlier;
  /** The messages before it, oldest first. */
  history: Turn[];
}

/** What is read of a long message, in UTF-16 code units. */
const maxFocusLength = 600;

/** Understands a message of a conversation by its words and those before it, whatever the channel. */
export function understandQuery(text: string, history: readonly Turn[] = []): Query {
  const { act, language, remainder } = recognizeSmallTalk(text);
  const turns = history.map(({ role, content }) => ({ role, content }));
  const wish = recognizeIntent(remainder);
  const focus = focusOf(remainder);
  const { text: searchText, ...context } = contextualize(focus, act === null ? turns : []);
  const ofWords = () => detectBilingualLanguage(text) ?? detectAnswerLanguage(text);
  return {
    text,
    language: act === null ? (wish?.language ?? ofWords()) : language,
    smallTalk: act,
    wish: wish?.intent ?? null,
    question: remainder,
    focus,
    searchText,
    ...context,
    history: turns,
  };
}

/** The language that a message is to be answered in. */
export const languageOfMessage = (text: string): AnswerLanguage => understandQuery(text).language;

/** Of a long message the sentences that ask, or else its beginning. */
function focusOf(question: string): string {
  if (question.length <= maxFocusLength) return question;
  const asked = (question.match(/[^.!?\n]+\?/gu) ?? []).map((sentence) => sentence.trim()).join(" ");
  return (asked === "" ? question : asked).slice(0, maxFocusLength);
}
