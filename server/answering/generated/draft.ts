import type { AnswerMetadata } from "../../../contract/conversations.ts";
import type { Answer } from "../extractive/answer.ts";
import { answerThreshold } from "../extractive/calibration.ts";
import { toSources, type Stretch } from "../extractive/quote.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import { checkSentence, type CheckedSentence } from "./check-sentence.ts";
import { mayBeAnswered, modelConfidence, type Sureness } from "./model-confidence.ts";
import { openSentenceReader, type WrittenSentence } from "./sentence-reader.ts";

export type Fallback = NonNullable<AnswerMetadata["fallback"]>;

/** An answer while a model writes it. */
export interface Draft {
  push(text: string): void;
  /** Nothing that may still come can make an answer of it. */
  isHopeless(): boolean;
  /** Whether a reader has seen a sentence of it. */
  hasShown(): boolean;
  /** Where it was stopped, the sentence that was being written does not count. */
  end(options?: { isStopped: boolean }): { answer: Answer } | { answer: null; fallback: Fallback };
}

interface DraftRequest {
  question: string;
  passages: RetrievedPassage[];
  /** Confidence of the extractive answer from the same passages. */
  retrieved: number;
  /** Told of every sentence that stands, with the space before it. */
  confirmed: (text: string) => void;
}

/** With less than this of its sentences confirmed, the rest is not to be trusted either. */
const leastConfirmed = 0.5;
/** After this many unconfirmed sentences without a confirmed one nobody waits for the next. */
const mostRejected = 4;
const mostSentences = 16;

export function openDraft({ question, passages, retrieved, confirmed }: DraftRequest): Draft {
  const reader = openSentenceReader();
  const kept: CheckedSentence[] = [];
  let content = "";
  let sureness: Sureness | "none" | null = null;
  let rejected = 0;

  const take = ({ text, startsLine }: WrittenSentence): void => {
    if (sureness === null) {
      const said = /^\W*(SURE|PARTLY|NONE)\b\W*$/u.exec(text)?.[1];
      sureness = said === "SURE" ? "sure" : said === "NONE" ? "none" : "partly";
      if (said !== undefined) return;
    }
    if (sureness === "none" || !mayBeAnswered(retrieved, sureness) || kept.length >= mostSentences) return;
    const checked = checkSentence(text, passages, question);
    if (checked === null) {
      rejected += 1;
      return;
    }
    kept.push(checked);
    const gap = content === "" ? "" : startsLine ? "\n" : " ";
    content += gap + checked.text;
    confirmed(gap + checked.text);
  };
  return {
    push: (text) => reader.push(text).forEach(take),
    hasShown: () => kept.length > 0,
    isHopeless: () =>
      sureness === "none" ||
      (sureness !== null && !mayBeAnswered(retrieved, sureness)) ||
      (kept.length === 0 && rejected >= mostRejected),
    end({ isStopped } = { isStopped: false }) {
      if (!isStopped) reader.end().forEach(take);
      if (sureness === null || sureness === "none") return { answer: null, fallback: "refused" };
      const share = kept.length / Math.max(1, kept.length + rejected);
      const support = kept.reduce((sum, each) => sum + each.support, 0) / Math.max(1, kept.length);
      const confidence = modelConfidence({ retrieved, support, confirmed: share, sureness });
      if (kept.length === 0 || share < leastConfirmed || confidence < answerThreshold)
        return { answer: null, fallback: "unsupported" };
      const sources = sourcesOf(kept, passages);
      return { answer: { content, confidence, answered: true, kind: "answer", sources, engine: "model" } };
    },
  };
}

/** The sentences that the answer stands on, each once, by passage in the order they were first cited. */
function sourcesOf(kept: CheckedSentence[], passages: RetrievedPassage[]) {
  const byPassage = new Map<number, Map<string, Stretch>>();
  for (const { passage, stretches } of kept.flatMap(({ grounds }) => grounds)) {
    const known = byPassage.get(passage) ?? new Map<string, Stretch>();
    for (const stretch of stretches) known.set(`${stretch.start} ${stretch.end}`, stretch);
    byPassage.set(passage, known);
  }
  return [...byPassage].flatMap(([index, stretches]) => {
    const passage = passages[index];
    if (passage === undefined) return [];
    return toSources(
      passage,
      [...stretches.values()].toSorted((a, b) => a.start - b.start),
    );
  });
}
