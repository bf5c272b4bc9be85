import type { LanguageModel, ModelMessage, ModelRequest } from "../../clients/language-model.ts";
import { ModelServerError, type RequestBudget } from "../../clients/model-server.ts";
import { withoutSources, type Answer } from "../answer.ts";
import type { EnglishQuestion } from "../../language/bilingual.ts";
import { replies } from "../../language/replies.ts";
import type { Query } from "../../language/understand-query.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import type { RetrievedTable } from "../tables/retrieved-table.ts";
import { openTranslations, type ModelTools, type Translations } from "../translation/translations.ts";
import { openDraft, type Draft, type Fallback } from "./draft.ts";
import { writePrompt } from "./prompt.ts";

/** The passages that a model may answer from, and the extractive answer from them. */
export interface ModelPassages {
  /** Best first. */
  passages: RetrievedPassage[];
  /** The typed tables in these passages. */
  tables: RetrievedTable[];
  /** The question in English, if it was also searched for in English. */
  english?: EnglishQuestion | undefined;
  /** The fallback if the model gives no answer. */
  extractive: Answer;
}

export interface WriteRequest {
  organizationId: string;
  query: Query;
  passages: ModelPassages;
  /**
   * Searches again with the English translation, in its own transaction. Undefined if the question is in the documents'
   * language.
   */
  searchAgain?: ((translation: string) => Promise<ModelPassages | null>) | undefined;
}

/** How a caller follows an answer while it is written. */
export interface Writing {
  /** Ends the answer after the sentences confirmed so far. */
  signal: AbortSignal;
  /** Called with each sentence once it is confirmed. */
  onDelta: (text: string) => void;
  /** Called if the sentences so far turn out not to be the answer. */
  onRetract: () => void;
}

/** Writes answers with a language model, as far as the documents support them. */
export type ModelAnswers = ReturnType<typeof openModelAnswers>;

const maxOutputTokens = 600;

export function openModelAnswers(tools: ModelTools) {
  const translations = openTranslations(tools);
  return {
    /**
     * Never rejects. If the model is unreachable or the organization's budget is used up, returns the extractive answer
     * with the reason as `fallback`; if the model found no answer, or none that the passages support, claims nothing.
     * Counts the usage against the budget. No transaction may be open.
     */
    async write(request: WriteRequest, writing: Partial<Writing> = {}): Promise<Answer> {
      const { signal = new AbortController().signal, onDelta = ignore, onRetract = ignore } = writing;
      const question = await inDocumentsLanguage(translations, request, signal);
      const { passages, english, extractive } = question.passages;
      if (passages.length === 0) return extractive;
      const { answer, fallback } =
        english?.isTranslation === true
          ? await askInEnglish(tools, translations, { ...question, english, signal })
          : await ask(tools, { ...question, signal, onDelta, onRetract });
      if (answer !== null) return answer;
      return fallback === "refused" || fallback === "unsupported"
        ? withoutClaim(question, fallback)
        : { ...extractive, fallback };
    },
  };
}

/** Searches again with the question in English, if it is in another language and can be translated. */
async function inDocumentsLanguage(translations: Translations, question: WriteRequest, signal: AbortSignal) {
  const { organizationId, query, searchAgain } = question;
  const { english } = question.passages;
  if (english === undefined || searchAgain === undefined) return question;
  const asked = { organizationId, question: query.focus, language: english.language, signal };
  const translation = await translations.question(asked);
  const passages = translation === null ? null : await searchAgain(translation);
  return passages === null ? question : { ...question, passages };
}

/**
 * Has the answer written and checked in English, then translated into the customer's language. If the translation does
 * not keep the facts, the answer stays English after a sentence in the customer's language.
 */
async function askInEnglish(
  tools: ModelTools,
  translations: Translations,
  { english, ...question }: WriteRequest & { english: EnglishQuestion; signal: AbortSignal },
): Promise<Outcome> {
  const { organizationId, signal, query } = question;
  const request = { ...question, query: { ...query, focus: english.text } };
  const pieces: string[] = [];
  const listener = {
    onDelta: (text: string) => void pieces.push(text),
    onRetract: () => void pieces.splice(0),
  };
  const outcome = await ask(tools, { ...request, ...listener });
  if (outcome.answer === null || outcome.answer.engine !== "model") return outcome;
  const { language } = english;
  const sentences = pieces.map((text) => text.trim());
  const translated = await translations.sentences({ organizationId, sentences, language, signal });
  const content =
    translated === null
      ? `${replies[language].quoted}\n${outcome.answer.content}`
      : translated.map((text, at) => (/^\s*/u.exec(pieces[at] ?? "")?.[0] ?? "") + text).join("");
  return { answer: { ...outcome.answer, content } };
}

/** The reply if the model has no supported answer: what may help if anything was found, else that nothing was. */
function withoutClaim({ passages, query }: WriteRequest, fallback: Fallback): Answer {
  const { extractive, english } = passages;
  if (!extractive.answered) return { ...extractive, fallback };
  const { unknown } = replies[english?.language ?? query.language];
  return { ...withoutSources("unknown", unknown), engine: "model", fallback, asked: query.focus };
}

const ignore = (): void => undefined;

type FollowedRequest = WriteRequest & Writing;
type Outcome = { answer: Answer; fallback?: never } | { answer: null; fallback: Fallback };

/** Asks the model if the budget allows it, and counts the usage. */
async function ask({ budget, model, log }: ModelTools, question: FollowedRequest): Promise<Outcome> {
  try {
    const messages = promptFor(question, question.passages.passages);
    const outcome = await budget.within(question.organizationId, { messages, maxOutputTokens }, (onUsage) =>
      writeWithin(model, question, onUsage),
    );
    return outcome ?? { answer: null, fallback: "budget" };
  } catch (error) {
    // The caller no longer waits for the model.
    if (question.signal.aborted) return { answer: question.passages.extractive };
    const fault = error instanceof ModelServerError ? error.fault : "failed";
    // Questions and answers must not appear in the log.
    log.warn({ fault, name: error instanceof Error ? error.name : "" }, "the language model gave no answer");
    return { answer: null, fallback: "unavailable" };
  }
}

/** Has the answer written, and again from fewer passages if they are too long. Throws ModelServerError. */
async function writeWithin(
  model: LanguageModel,
  question: FollowedRequest,
  onUsage: ModelRequest["onUsage"],
) {
  const { signal } = question;
  const budget: RequestBudget = { endsAt: performance.now() + model.timeoutMs, retries: 1, signal };
  let { passages } = question.passages;
  let draft = draftFor(question, passages);
  for (;;) {
    try {
      const messages = promptFor(question, passages);
      await writeDraft(model, draft, { messages, maxOutputTokens, budget, onUsage });
      return settle(draft, question);
    } catch (error) {
      if (signal.aborted && draft.hasShown()) return settle(draft, question);
      const isTooLong = error instanceof ModelServerError && error.fault === "context_too_long";
      if (!isTooLong || budget.retries <= 0 || passages.length < 2) {
        if (draft.hasShown()) question.onRetract();
        throw error;
      }
      budget.retries -= 1;
      passages = passages.slice(0, Math.max(1, Math.floor(passages.length / 3)));
      draft = draftFor(question, passages);
    }
  }
}

const draftFor = (
  { query, passages: { tables }, onDelta }: FollowedRequest,
  passages: RetrievedPassage[],
): Draft => openDraft({ question: query.focus, passages, tables, onConfirmed: onDelta });

const promptFor = ({ query }: FollowedRequest, passages: RetrievedPassage[]): ModelMessage[] =>
  writePrompt({ question: query.focus, history: query.history, passages });

/** Thrown to end a request whose remaining output cannot change the outcome. */
class Enough extends Error {}

async function writeDraft(model: LanguageModel, draft: Draft, request: Omit<ModelRequest, "onText">) {
  const onText = (text: string): void => {
    draft.push(text);
    if (draft.isHopeless()) throw new Enough();
  };
  try {
    await model.write({ ...request, onText });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
}

function settle(draft: Draft, { onRetract, signal }: FollowedRequest): Outcome {
  const outcome = draft.end({ isStopped: signal.aborted });
  if (outcome.answer === null && draft.hasShown()) onRetract();
  return outcome;
}
