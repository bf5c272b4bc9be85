import type { Logger } from "pino";
import type { LanguageModel, ModelRequest } from "../../clients/language-model.ts";
import { ModelServerError } from "../../clients/model-server.ts";
import type { BilingualLanguage } from "../../language/bilingual.ts";
import type { BudgetReservations } from "../budget/budget-reservations.ts";
import { answerPrompt, readTranslatedSentences } from "./translate-answer.ts";
import { questionPrompt, readTranslatedQuestion } from "./translate-question.ts";

/** Translates questions into English and checked answers into the customer's language, with a language model. */
export type Translations = ReturnType<typeof openTranslations>;

interface TranslationRequest {
  organizationId: string;
  /** The customer's language. */
  language: BilingualLanguage;
  signal?: AbortSignal | undefined;
}

/** The dependencies of a request to the language model. */
export interface ModelTools {
  model: LanguageModel;
  budget: BudgetReservations;
  log: Logger;
}

/** A prompt for a translation, which is abandoned after `maxMs`. */
interface TranslationPrompt extends Pick<ModelRequest, "messages" | "maxOutputTokens"> {
  maxMs: number;
}

/** Each request is small, within the organization's budget and behind the model's circuit breaker. */
export function openTranslations(tools: ModelTools) {
  return {
    /** The question in English. Null if the model is unavailable or over the budget, or wrote something else. */
    async question({ question, language, ...request }: TranslationRequest & { question: string }) {
      const written = await askFor(tools, request, questionPrompt(question, language));
      return written === null ? null : readTranslatedQuestion(written, question);
    },
    /** The translated sentences; one whose translation has other facts stays in English. Null if none can be used. */
    async sentences({
      sentences,
      language,
      ...request
    }: TranslationRequest & { sentences: readonly string[] }) {
      const written = await askFor(tools, request, answerPrompt(sentences, language));
      return written === null ? null : readTranslatedSentences(written, sentences, language);
    },
  };
}

/** The complete text that the model writes; null if it fails or is over the budget. Never rejects. */
async function askFor(
  { model, budget, log }: ModelTools,
  { organizationId, signal }: Omit<TranslationRequest, "language">,
  { maxMs, ...prompt }: TranslationPrompt,
): Promise<string | null> {
  try {
    return await budget.within(organizationId, { ...prompt, isAnswer: false }, async (used) => {
      let text = "";
      await model.write({
        ...prompt,
        budget: { endsAt: performance.now() + Math.min(maxMs, model.timeoutMs), retries: 0, signal },
        onText: (piece) => void (text += piece),
        used,
      });
      return text;
    });
  } catch (error) {
    // Questions and answers do not belong in a log.
    const fault = error instanceof ModelServerError ? error.fault : "failed";
    log.warn({ fault }, "the language model could not translate");
    return null;
  }
}
