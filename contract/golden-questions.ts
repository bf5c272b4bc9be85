import { z } from "zod";
import { Audience, Id, lineUpTo, Question, Timestamp } from "./common.ts";
import { Paging } from "./paging.ts";

const Phrase = lineUpTo(200, "each phrase").min(1);

/** Golden questions of one organization at most: all of an audience are asked of every new version. */
export const maxGoldenQuestions = 200;

/** A question that is to be answered rightly whatever changes. */
export const GoldenQuestion = z.object({
  id: Id,
  type: Audience,
  question: z.string(),
  /** Phrases that all have to be in the answer; " | " parts alternatives. */
  mustHold: z.array(z.string()),
  /** Phrases none of which may be. */
  mustNotHold: z.array(z.string()),
  /** Of the last time it was asked; null until then. */
  result: z
    .object({
      holds: z.boolean(),
      /** What was answered. */
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

export const GoldenQuestionQuery = Paging.extend({ type: Audience.optional() });

/** An answer as it was given before a change, or would be after it. */
export const ComparedAnswer = z.object({ answered: z.boolean(), content: z.string() });
export type ComparedAnswer = z.infer<typeof ComparedAnswer>;

/** A question that a version answers otherwise than what was live. */
export const VersionDifference = z.object({
  kind: z.enum(["golden", "rehearsal"]),
  question: z.string(),
  /** Of a golden question what the answer has to hold; else empty. */
  mustHold: z.array(z.string()),
  before: ComparedAnswer.nullable(),
  after: ComparedAnswer,
});
export type VersionDifference = z.infer<typeof VersionDifference>;

/** What was asked of a version before it went live. */
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

/** Whether new versions are asked real questions of the last 90 days before they go live. */
export const Rehearsal = z.object({ enabled: z.boolean() });
export type Rehearsal = z.infer<typeof Rehearsal>;
