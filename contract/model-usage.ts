import { z } from "zod";
import { Timestamp } from "./common.ts";

/** Money in millionths of the currency, so that sums are exact. */
const Micros = z.int().nonnegative();

export const ModelUsage = z.object({
  /** Null: no model is set up, so answers are quotes from the documents. */
  model: z.object({ name: z.string(), currency: z.string() }).nullable(),
  /** Answers of the current calendar month in South Africa. */
  answers: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  costMicros: Micros,
  /** The budget per month; null: no limit. */
  budgetMicros: Micros.nullable(),
  /** `near` from 80% of the budget on; `used_up`: answers are quoted until the next month. */
  state: z.enum(["within", "near", "used_up"]),
});
export type ModelUsage = z.infer<typeof ModelUsage>;

export const ModelBudgetChange = z.object({
  budgetMicros: Micros.max(1_000_000_000_000, "Enter a budget of at most 1 000 000.").nullable(),
});

export const EmbeddingProgress = z.object({
  /** Null: no embedding server is set up, so passages are found by their words only. */
  model: z.string().nullable(),
  passages: z.int().nonnegative(),
  embedded: z.int().nonnegative(),
  /** False: there are too many to compare in memory, and PostgreSQL has no pgvector to search them. */
  searched: z.boolean(),
});
export type EmbeddingProgress = z.infer<typeof EmbeddingProgress>;

/** The data that the confidence of an engine's answers is calibrated on. */
export const Calibration = z.object({
  /** "extractive" or the name of a language model. */
  engine: z.string(),
  questions: z.int(),
  calibratedAt: Timestamp,
});
export type Calibration = z.infer<typeof Calibration>;
