import { z } from "zod";
import { Audience, Id, lineUpTo, Question, Timestamp } from "./common.ts";

const Phrase = lineUpTo(200, "each phrase").min(1);

/** The maximum per organization: every new version of a document is asked all golden questions of its audience. */
export const maxGoldenQuestions = 200;

/** A question with the expected content of its answer, checked whenever something changes. */
export const GoldenQuestion = z.object({
  id: Id,
  type: Audience,
  question: z.string(),
  /** Phrases that the answer must all contain; " | " separates alternatives. */
  mustHold: z.array(z.string()),
  /** Phrases that the answer must not contain. */
  mustNotHold: z.array(z.string()),
  /** The result of asking it last; null before the first time. */
  result: z
    .object({
      /** Whether the answer met both lists. */
      holds: z.boolean(),
      answer: z.string(),
      /** "extractive", "curated", or the name of the language model. */
      answeredBy: z.string(),
      checkedAt: Timestamp,
    })
    .nullable(),
  createdAt: Timestamp,
});
export type GoldenQuestion = z.infer<typeof GoldenQuestion>;

export const GoldenQuestionChange = z.object({
  question: Question,
  mustHold: Phrase.array()
    .min(1, "Enter at least one phrase that the answer must contain.")
    .max(10, "Enter at most 10 phrases that the answer must contain."),
  mustNotHold: Phrase.array()
    .max(10, "Enter at most 10 phrases that the answer must not contain.")
    .default([]),
});
export type GoldenQuestionChange = z.infer<typeof GoldenQuestionChange>;

export const GoldenQuestionCreate = GoldenQuestionChange.extend({ type: Audience });
export type GoldenQuestionCreate = z.infer<typeof GoldenQuestionCreate>;

/** An answer before a version goes live, or after it. */
export const ComparedAnswer = z.object({ answered: z.boolean(), content: z.string() });
export type ComparedAnswer = z.infer<typeof ComparedAnswer>;

/** A question that a new version answers differently from the live ones. */
export const VersionDifference = z.object({
  kind: z.enum(["golden", "rehearsal"]),
  question: z.string(),
  /** For a golden question, the phrases that its answer must contain; otherwise empty. */
  mustHold: z.array(z.string()),
  before: ComparedAnswer.nullable(),
  after: ComparedAnswer,
});
export type VersionDifference = z.infer<typeof VersionDifference>;

/** The questions asked of a version before it goes live, and the answers that it would change. */
export const VersionCheck = z.object({
  versionId: Id,
  documentId: Id,
  documentName: z.string(),
  version: z.int(),
  type: Audience,
  goldenAsked: z.int(),
  goldenBroken: z.int(),
  rehearsalAsked: z.int(),
  rehearsalChanged: z.int(),
  checkedAt: Timestamp,
  /** Completed, but not live until a member accepts it. */
  held: z.boolean(),
  differences: z.array(VersionDifference),
});
export type VersionCheck = z.infer<typeof VersionCheck>;

/** Whether new versions are asked questions of the last 90 days before they go live. */
export const Rehearsal = z.object({ enabled: z.boolean() });
export type Rehearsal = z.infer<typeof Rehearsal>;
