import type { Logger } from "pino";
import type { LanguageModel, ModelUsage } from "../../clients/language-model.ts";
import { ModelServerError } from "../../clients/model-server.ts";
import type { BilingualLanguage } from "../../language/bilingual.ts";
import { estimateUsage, type BudgetReservations } from "../budget/budget-reservations.ts";
import type { TranslationPrompt } from "./translation-prompt.ts";
import { answerPrompt, readTranslatedSentences } from "./translate-answer.ts";
import { questionPrompt, readTranslatedQuestion } from "./translate-question.ts";

/** Puts questions into the documents' language and checked answers into the customer's, with a language model. */
export interface Translations {
  /** The question in English. Null where the model is out of reach or over the budget, or wrote something else. */
  question(request: TranslationRequest & { question: string }): Promise<string | null>;
  /**
   * The sentences in the customer's language; one whose translation has other facts stays in English. Null where
   * none can be said in it.
   */
  sentences(request: TranslationRequest & { sentences: readonly string[] }): Promise<string[] | null>;
}

export interface TranslationRequest {
  organizationId: string;
  /** The customer's. */
  language: BilingualLanguage;
  signal?: AbortSignal | undefined;
}

interface TranslationTools {
  model: LanguageModel;
  budget: BudgetReservations;
  log: Logger;
}

/** Each request is small, within the organization's budget and behind the model's circuit breaker. */
export function openTranslations(tools: TranslationTools): Translations {
  return {
    async question({ question, language, ...request }) {
      const written = await askFor(tools, request, questionPrompt(question, language));
      return written === null ? null : readTranslatedQuestion(written, question);
    },
    async sentences({ sentences, language, ...request }) {
      const written = await askFor(tools, request, answerPrompt(sentences, language));
      return written === null ? null : readTranslatedSentences(written, sentences, language);
    },
  };
}

/** What the model writes, whole; null where it writes nothing. Never rejects. */
async function askFor(
  { model, budget, log }: TranslationTools,
  { organizationId, signal }: Omit<TranslationRequest, "language">,
  { messages, maxOutputTokens, maxMs }: TranslationPrompt,
): Promise<string | null> {
  const total: ModelUsage = { inputTokens: 0, outputTokens: 0 };
  try {
    const estimate = estimateUsage(messages, maxOutputTokens);
    const reservation = await budget.reserve(organizationId, estimate, { isAnswer: false });
    if (reservation === null) return null;
    try {
      let text = "";
      await model.write({
        messages,
        maxOutputTokens,
        budget: { endsAt: performance.now() + Math.min(maxMs, model.timeoutMs), retries: 0, signal },
        onText: (piece) => void (text += piece),
        used({ inputTokens, outputTokens }) {
          total.inputTokens += inputTokens;
          total.outputTokens += outputTokens;
        },
      });
      return text;
    } finally {
      await reservation.settle(total);
    }
  } catch (error) {
    // What was asked or answered does not belong into a log.
    const fault = error instanceof ModelServerError ? error.fault : "failed";
    log.warn({ fault }, "the language model translated nothing");
    return null;
  }
}
