import type { AnswerMetadata } from "../../../contract/conversations.ts";
import type { Answer } from "../answer.ts";
import { countWords } from "../../language/count-words.ts";
import { toSources } from "../extractive/sources-of-spans.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import type { RetrievedTable } from "../tables/retrieved-table.ts";
import { readCitations } from "./citations.ts";
import { checkSentence } from "./check-sentence.ts";
import type { CheckedSentence } from "./claim-material.ts";
import { modelConfidence, type AnswerSupport } from "./model-confidence.ts";
import { openSentenceReader, type WrittenSentence } from "./sentence-reader.ts";

export type Fallback = NonNullable<AnswerMetadata["fallback"]>;

/** An answer while a model writes it. */
export type Draft = ReturnType<typeof openDraft>;

interface DraftRequest {
  question: string;
  passages: RetrievedPassage[];
  /** The typed tables of the passages. */
  tables?: readonly RetrievedTable[];
  /** Called with each confirmed sentence and the whitespace before it. */
  onConfirmed: (text: string) => void;
}

/** If a smaller share of its sentences is confirmed, the whole answer is rejected. */
const minConfirmedShare = 0.3;
/** After this many rejected sentences without a confirmed one, the draft is hopeless. */
const maxRejected = 4;
const maxSentences = 16;
/** A quote that replaces a sentence makes no answer longer than this, or than the model's own text so far. */
const maxWords = 80;
const minQuoteWords = 8;

export function openDraft({ question, passages, tables = [], onConfirmed }: DraftRequest) {
  const reader = openSentenceReader();
  const kept: CheckedSentence[] = [];
  let content = "";
  let certainty: "sure" | "partly" | "none" | null = null;
  let rejected = 0;
  let wordsWritten = 0;
  let support: AnswerSupport | null = null;

  /** The quote if it fits the limit, else a shorter one or the claim itself; undefined if neither fits. */
  const withinWords = (quote: CheckedSentence, text: string): CheckedSentence | undefined => {
    const left = Math.max(maxWords, wordsWritten) - countWords(content);
    if (countWords(quote.text) <= left) return quote;
    if (left < minQuoteWords) return undefined;
    const shorter = checkSentence(text, passages, question, { tables, maxQuoteWords: left, said: content });
    return shorter !== null && countWords(shorter.text) <= left ? shorter : undefined;
  };
  const take = ({ text, startsLine }: WrittenSentence): void => {
    if (certainty === null) {
      const verdict = /^\W*(SURE|PARTLY|NONE)\b\W*$/u.exec(text)?.[1];
      certainty = verdict === "SURE" ? "sure" : verdict === "NONE" ? "none" : "partly";
      if (verdict !== undefined) return;
    }
    if (certainty === "none" || kept.length >= maxSentences) return;
    wordsWritten += countWords(readCitations(text).text);
    const written = checkSentence(text, passages, question, { tables, said: content });
    const checked = written?.isQuoted === true ? withinWords(written, text) : written;
    if (checked === null) rejected += 1;
    // The text of a quote of which all was said before is empty.
    if (checked === null || checked === undefined || content.includes(checked.text)) return;
    kept.push(checked);
    const gap = content === "" ? "" : startsLine ? "\n" : " ";
    content += gap + checked.text;
    onConfirmed(gap + checked.text);
  };
  return {
    push: (text: string): void => reader.push(text).forEach(take),
    /** Whether any sentence has been confirmed, and so shown. */
    hasShown: () => kept.length > 0,
    /** The features of its confidence after `end`; null if it is no answer. For evaluations. */
    support: () => support,
    /** Whether nothing that may still come can make it an answer. */
    isHopeless: () => certainty === "none" || (kept.length === 0 && rejected >= maxRejected),
    /** If it was stopped, the unfinished sentence is dropped. */
    end({ isStopped } = { isStopped: false }): { answer: Answer } | { answer: null; fallback: Fallback } {
      if (!isStopped) reader.end().forEach(take);
      if (certainty === null || certainty === "none") return { answer: null, fallback: "refused" };
      // Sentences that only state what the documents leave open are no answer.
      const claims = kept.filter(({ evidence }) => evidence.length > 0);
      if (claims.length === 0) return { answer: null, fallback: rejected > 0 ? "unsupported" : "refused" };
      const share = kept.length / Math.max(1, kept.length + rejected);
      if (share < minConfirmedShare) return { answer: null, fallback: "unsupported" };
      support = {
        sure: certainty === "sure" ? 1 : 0,
        support: claims.reduce((sum, each) => sum + each.support, 0) / claims.length,
        confirmed: share,
        quoted: claims.filter(({ isQuoted }) => isQuoted === true).length / claims.length,
      };
      const confidence = modelConfidence(support);
      const sources = sourcesOf(kept, passages);
      return { answer: { content, confidence, answered: true, kind: "answer", sources, engine: "model" } };
    },
  };
}

/** The evidence of the answer, each span once, by passage in the order of first citation. */
function sourcesOf(kept: CheckedSentence[], passages: RetrievedPassage[]) {
  const evidence = kept.flatMap((sentence) => sentence.evidence);
  return [...Map.groupBy(evidence, ({ passage }) => passage)].flatMap(([index, parts]) => {
    const passage = passages[index];
    const cited = parts.flatMap(({ spans }) => spans);
    const distinct = new Map(cited.map((span) => [`${span.start} ${span.end}`, span]));
    const inOrder = [...distinct.values()].toSorted((a, b) => a.start - b.start);
    return passage === undefined ? [] : toSources(passage, inOrder);
  });
}
