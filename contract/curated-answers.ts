import { z } from "zod";
import { Audience, Author, Id, Question, Text, textUpTo, Timestamp } from "./common.ts";
import { maxQuestionLength } from "./limits.ts";

/** The maximum per organization, because all of them are kept in memory to answer questions. */
export const maxCuratedAnswers = 2000;

/** An answer written by a person, given to its question and to questions that mean the same. */
export const CuratedAnswer = z.object({
  id: Id,
  type: Audience,
  question: z.string(),
  wordings: z.array(z.string()),
  answer: z.string(),
  createdAt: Timestamp,
  /** Null when the author no longer has an account. */
  createdBy: Author.nullable(),
  updatedAt: Timestamp,
  updatedBy: Author.nullable(),
});
export type CuratedAnswer = z.infer<typeof CuratedAnswer>;

export const CuratedAnswerChange = z.object({
  question: Question,
  wordings: Question.array().max(20, "Enter at most 20 other ways to ask.").default([]),
  answer: textUpTo(3500, "the answer").min(1, "Write the answer first."),
});
export type CuratedAnswerChange = z.infer<typeof CuratedAnswerChange>;

export const CuratedAnswerCreate = CuratedAnswerChange.extend({ type: Audience });
export type CuratedAnswerCreate = z.infer<typeof CuratedAnswerCreate>;

/** Where a question was asked. */
export const QuestionChannel = z.enum(["chat", "webhook", "whatsapp"]);

/** Questions without an answer that mean the same. */
export const UnansweredGroup = z.object({
  type: Audience,
  /** The most frequent wording. */
  question: z.string(),
  count: z.int(),
  channels: z.array(z.object({ channel: QuestionChannel, count: z.int() })),
  lastAskedAt: Timestamp,
  /** Up to ten other wordings. */
  examples: z.array(z.string()),
});
export type UnansweredGroup = z.infer<typeof UnansweredGroup>;

export const UnansweredQuery = z.object({ type: Audience });

/** Hides this question and similar ones until they are asked again. */
export const UnansweredDismiss = z.object({ type: Audience, question: Text.min(1).max(maxQuestionLength) });
export type UnansweredDismiss = z.infer<typeof UnansweredDismiss>;
