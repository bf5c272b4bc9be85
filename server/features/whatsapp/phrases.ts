import { answerLanguages, type AnswerLanguage } from "../../language/answer-language.ts";
import { readReplies } from "../../language/replies.ts";

const texts = readReplies([
  /** These are on buttons: at most 20 characters each. */
  "talkToPerson",
  "askAssistant",
  "rate",
  /** The others are messages. */
  "cannotRead",
  "wentWrong",
  "askRating",
  "thanksForRating",
] as const);

const ratings = readReplies(["rating 5", "rating 4", "rating 3", "rating 2", "rating 1"] as const);

export type Phrases = (typeof texts)[AnswerLanguage] & {
  /** From 5 down to 1, at most 24 characters each. */
  ratings: readonly string[];
};

/** The texts on WhatsApp besides the answers. */
export const phrases = Object.fromEntries(
  answerLanguages.map((language): [AnswerLanguage, Phrases] => [
    language,
    { ...texts[language], ratings: Object.values(ratings[language]) },
  ]),
) as Record<AnswerLanguage, Phrases>;
