import type { ModelMessage } from "../../clients/language-model.ts";

export interface TranslationPrompt {
  messages: ModelMessage[];
  maxOutputTokens: number;
  /** Nobody waits longer for it. */
  maxMs: number;
}
