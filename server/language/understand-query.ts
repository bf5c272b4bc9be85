import { clearLanguage, detectAnswerLanguage, type AnswerLanguage } from "./answer-language.ts";
import { detectBilingualLanguage } from "./bilingual.ts";
import { contextualize, statesSomething, withoutCorrection, type EarlierMessage } from "./follow-up.ts";
import { recognizeIntent } from "./intents.ts";
import { recognizeSmallTalk } from "./small-talk.ts";

/** The understanding of a message, computed once and passed to every step that answers it. */
export type Query = ReturnType<typeof understandQuery>;

/** In UTF-16 code units. */
const maxFocusLength = 600;

/** Understands a message by its words and the messages before it, whatever the channel. */
export function understandQuery(text: string, history: readonly EarlierMessage[] = []) {
  const { act, language, remainder } = recognizeSmallTalk(text);
  const earlier = history.map(({ role, content }) => ({ role, content }));
  const recognized = recognizeIntent(remainder);
  const request = recognized?.isSure === true ? recognized : null;
  const focus = withoutCorrection(focusOf(remainder));
  const { text: searchText, ...context } = contextualize(focus, act === null ? earlier : []);
  // "On Tuesday" after a question adds to it, though weights alone take it for a request.
  const addsDetail =
    recognized?.language === null && context.earlier.messages !== "" && statesSomething(focus);
  return {
    /** The message as it was written. */
    text,
    /** The language that it is to be answered in. */
    language: act === null ? (request?.language ?? spokenLanguage(text, earlier)) : language,
    /** The kind of small talk if the message is nothing else; otherwise null. */
    smallTalk: act,
    /** The kind of hand-off request, such as to speak to a person; null for any other message. */
    intent: request?.intent ?? null,
    /** Whether it may be a hand-off request, and is to be handed off if no document answers it. */
    isUnsureRequest: recognized?.isSure === false && !addsDetail,
    /** The message without a leading greeting. */
    question: remainder,
    /** The question; if it is long, only its sentences with a question mark, or its beginning if there are none. */
    focus,
    /** The text to search for: the focus, followed by words of the earlier messages that it may refer to. */
    searchText,
    ...context,
    /** The messages before it, oldest first. */
    history: earlier,
  };
}

/** The language of a message; if its words may be of several, such as "R5000", that of the customer's latest other one. */
function spokenLanguage(text: string, history: readonly EarlierMessage[]): AnswerLanguage {
  const earlier = history.flatMap(({ role, content }) => (role === "user" ? content : [])).toReversed();
  for (const each of [text, ...earlier]) {
    const language = detectBilingualLanguage(each) ?? clearLanguage(each);
    if (language !== null) return language;
  }
  return detectAnswerLanguage(text);
}

export const languageOfMessage = (text: string): AnswerLanguage => understandQuery(text).language;

function focusOf(question: string): string {
  if (question.length <= maxFocusLength) return question;
  const asked = (question.match(/[^.!?\n]+\?/gu) ?? []).map((sentence) => sentence.trim()).join(" ");
  return (asked === "" ? question : asked).slice(0, maxFocusLength);
}
