import type { AnswerMetadata } from "../../../contract/conversations.ts";
import type { Answer } from "../extractive/answer.ts";
import type { TextSpan } from "../extractive/compose.ts";
import { toSources } from "../extractive/quote.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import type { RetrievedTable } from "../tables/retrieved-table.ts";
import { readCitations } from "./citations.ts";
import { checkSentence, type CheckedSentence } from "./check-sentence.ts";
import { modelConfidence, modelFeatures, type Certainty } from "./model-confidence.ts";
import { openSentenceReader, type WrittenSentence } from "./sentence-reader.ts";

export type Fallback = NonNullable<AnswerMetadata["fallback"]>;

/** An answer while a model writes it. */
export type Draft = ReturnType<typeof openDraft>;

interface DraftRequest {
  question: string;
  passages: RetrievedPassage[];
  /** The typed tables of the passages. */
  tables?: readonly RetrievedTable[];
  /** Told of every sentence that stands, with the space before it. */
  confirmed: (text: string) => void;
}

/** With less than this of its sentences confirmed, the rest is not to be trusted either. */
const minConfirmedShare = 0.3;
/** After this many unconfirmed sentences without a confirmed one nobody waits for the next. */
const maxRejected = 4;
const maxSentences = 16;
/** A quote that comes in for a sentence of the model's makes no answer longer than this, or than the model's own was by then. */
const maxWords = 80;
const minQuoteWords = 8;

const countWords = (text: string): number => readCitations(text).text.trim().split(/\s+/u).length;

export function openDraft({ question, passages, tables = [], confirmed }: DraftRequest) {
  const reader = openSentenceReader();
  const kept: CheckedSentence[] = [];
  let content = "";
  let certainty: Certainty | "none" | null = null;
  let rejected = 0;
  let wordsWritten = 0;
  let features: number[] | null = null;

  /** A quote that makes no long answer longer: a shorter one or the claim itself, undefined where neither will do. */
  const withinWords = (quote: CheckedSentence, text: string): CheckedSentence | undefined => {
    const left = Math.max(maxWords, wordsWritten) - (content === "" ? 0 : countWords(content));
    if (countWords(quote.text) <= left) return quote;
    if (left < minQuoteWords) return undefined;
    const shorter = checkSentence(text, passages, question, { tables, maxQuoteWords: left });
    return shorter !== null && countWords(shorter.text) <= left ? shorter : undefined;
  };
  const take = ({ text, startsLine }: WrittenSentence): void => {
    if (certainty === null) {
      const verdict = /^\W*(SURE|PARTLY|NONE)\b\W*$/u.exec(text)?.[1];
      certainty = verdict === "SURE" ? "sure" : verdict === "NONE" ? "none" : "partly";
      if (verdict !== undefined) return;
    }
    if (certainty === "none" || kept.length >= maxSentences) return;
    wordsWritten += countWords(text);
    const written = checkSentence(text, passages, question, { tables });
    const checked = written?.isQuoted === true ? withinWords(written, text) : written;
    if (checked === undefined) return;
    if (checked === null) {
      rejected += 1;
      return;
    }
    if (content.includes(checked.text)) return;
    kept.push(checked);
    const gap = content === "" ? "" : startsLine ? "\n" : " ";
    content += gap + checked.text;
    confirmed(gap + checked.text);
  };
  return {
    push: (text: string): void => reader.push(text).forEach(take),
    /** Whether a reader has seen a sentence of it. */
    hasShown: () => kept.length > 0,
    /** What its confidence is computed from, once it has ended; null where it is no answer. For evaluations. */
    features: () => features,
    /** Nothing that may still come can make an answer of it. */
    isHopeless: () => certainty === "none" || (kept.length === 0 && rejected >= maxRejected),
    /** Where it was stopped, the sentence that was being written does not count. */
    end({ isStopped } = { isStopped: false }): { answer: Answer } | { answer: null; fallback: Fallback } {
      if (!isStopped) reader.end().forEach(take);
      if (certainty === null || certainty === "none") return { answer: null, fallback: "refused" };
      // What only tells what the documents leave open is no answer.
      const claims = kept.filter(({ evidence }) => evidence.length > 0);
      if (claims.length === 0) return { answer: null, fallback: rejected > 0 ? "unsupported" : "refused" };
      const share = kept.length / Math.max(1, kept.length + rejected);
      if (share < minConfirmedShare) return { answer: null, fallback: "unsupported" };
      const support = claims.reduce((sum, each) => sum + each.support, 0) / claims.length;
      const quoted = claims.filter(({ isQuoted }) => isQuoted === true).length / claims.length;
      const known = { support, confirmed: share, quoted, certainty };
      features = modelFeatures(known);
      const confidence = modelConfidence(known);
      const sources = sourcesOf(kept, passages);
      return { answer: { content, confidence, answered: true, kind: "answer", sources, engine: "model" } };
    },
  };
}

/** The sentences that the answer stands on, each once, by passage in the order they were first cited. */
function sourcesOf(kept: CheckedSentence[], passages: RetrievedPassage[]) {
  const byPassage = new Map<number, Map<string, TextSpan>>();
  for (const { passage, spans } of kept.flatMap(({ evidence }) => evidence)) {
    const known = byPassage.get(passage) ?? new Map<string, TextSpan>();
    for (const span of spans) known.set(`${span.start} ${span.end}`, span);
    byPassage.set(passage, known);
  }
  return [...byPassage].flatMap(([index, spans]) => {
    const passage = passages[index];
    const inOrder = [...spans.values()].toSorted((a, b) => a.start - b.start);
    return passage === undefined ? [] : toSources(passage, inOrder);
  });
}
