import type { RetrievedPassage } from "../retrieve/passage.ts";
import { sentenceWeights } from "./calibration.ts";
import type { Stretch } from "./quote.ts";
import { sentenceFeatureNames, type Candidate } from "./sentence-features.ts";

export interface RankedSentence extends Candidate {
  /** Sum of the weighted features; comparable between questions. */
  score: number;
  /** Share of belief that this sentence, among all of the passages, is the one to quote. */
  probability: number;
}

/** Sentences best first, by the weights that evals/calibrate.ts fitted. */
export function rankSentences(candidates: Candidate[], weights: readonly number[] = sentenceWeightVector): RankedSentence[] {
  const scores = candidates.map((candidate) => {
    let score = 0;
    for (let k = 0; k < weights.length; k++) score += (weights[k] ?? 0) * (candidate.features[k] ?? 0);
    return score;
  });
  const highest = Math.max(...scores);
  const shares = scores.map((score) => Math.exp(score - highest));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return candidates
    .map((candidate, i) => ({ ...candidate, score: scores[i] ?? 0, probability: (shares[i] ?? 0) / total }))
    .sort((a, b) => b.score - a.score);
}

const sentenceWeightVector = sentenceFeatureNames.map((name) => sentenceWeights[name]);

/** What is quoted of one passage, in the order of the text. */
export interface Selection {
  passage: number;
  stretches: Stretch[];
}

/** A neighbour joins the best sentence from this share of its probability on. */
const neighbourShare = 0.3;
/** A second passage is quoted from this share of the best sentence's probability on. */
const secondShare = 0.45;
/** In UTF-16 code units; a list may be longer. */
const longestQuote = 600;
const longestList = 1400;

/**
 * Chooses what to quote: the best sentence, neighbours that read on from it, the list or the rows
 * that it introduces, and at most one more passage that is nearly as good.
 */
export function selectQuotes(ranked: RankedSentence[], passages: RetrievedPassage[]): Selection[] {
  const best = ranked[0];
  if (best === undefined) return [];
  const first = quoteFrom(best, ranked, passages);
  const second = ranked.find(
    (other) => other.passage !== best.passage && other.probability >= secondShare * best.probability && !repeats(other, first, passages),
  );
  return second === undefined ? [first] : [first, quoteFrom(second, ranked, passages)];
}

function quoteFrom(best: RankedSentence, ranked: RankedSentence[], passages: RetrievedPassage[]): Selection {
  const text = passages[best.passage]?.text ?? "";
  const inOrder = ranked.filter((other) => other.passage === best.passage).sort((a, b) => a.index - b.index);
  const at = best.index;
  if (best.sentence.kind === "table_row") return { passage: best.passage, stretches: withColumnHeadings(inOrder, at, text) };
  let [from, to] = [at, at];
  const said = (index: number) => {
    const sentence = inOrder[index]?.sentence;
    return sentence === undefined ? "" : text.slice(sentence.start, sentence.end);
  };
  const length = (a: number, b: number) => (inOrder[b]?.sentence.end ?? 0) - (inOrder[a]?.sentence.start ?? 0);
  if (introduces(said(at))) {
    to = endOfList(inOrder, at, text);
  } else if (isHeadingLine(inOrder, at, text) || said(at).endsWith("?")) {
    while (to + 1 < inOrder.length && to - at < 2 && length(from, to + 1) <= longestQuote) {
      to++;
      if (introduces(said(to))) {
        to = endOfList(inOrder, to, text);
        break;
      }
    }
  }
  const joins = (index: number) => (inOrder[index]?.probability ?? 0) >= neighbourShare * best.probability;
  if (to === at && to + 1 < inOrder.length && joins(to + 1) && length(from, to + 1) <= longestQuote) {
    to++;
    if (introduces(said(to))) to = endOfList(inOrder, to, text);
  }
  if (from > 0 && (joins(from - 1) || leansBack(said(from))) && sameLine(inOrder, from - 1, from) && length(from - 1, to) <= longestQuote) from--;
  return { passage: best.passage, stretches: [{ start: inOrder[from]?.sentence.start ?? 0, end: inOrder[to]?.sentence.end ?? 0 }] };
}

function introduces(sentence: string): boolean {
  return /[:：]["'”)]?$/u.test(sentence.trimEnd());
}

/** A sentence that cannot be read without the one before it. */
function leansBack(sentence: string): boolean {
  return /^(it|this|that|these|those|they|he|she|such|however|therefore|thus|in this case|dit|daardie|hierdie|hulle|es|diese[rs]?|er|il|elle|ils|elles|cela|isso|isto|ele|ela)\b/iu.test(sentence);
}

function sameLine(sentences: RankedSentence[], a: number, b: number): boolean {
  return sentences[a]?.sentence.line === sentences[b]?.sentence.line;
}

/** A short line without a mark at its end that other lines follow: a heading inside a passage. */
function isHeadingLine(sentences: RankedSentence[], at: number, text: string): boolean {
  const sentence = sentences[at]?.sentence;
  if (sentence === undefined || sentence.kind !== "prose" || at + 1 >= sentences.length) return false;
  const alone = !sameLine(sentences, at - 1, at) && !sameLine(sentences, at, at + 1);
  const said = text.slice(sentence.start, sentence.end);
  return alone && said.length <= 90 && !/[.!:;,]$/u.test(said);
}

/**
 * The items of a list follow its introduction, a line each. Where they carry bullets or are table
 * rows, the list ends with them; else with the first line that has several sentences or is long.
 */
function endOfList(sentences: RankedSentence[], introduction: number, text: string): number {
  const kind = sentences[introduction + 1]?.sentence.kind;
  const start = sentences[introduction]?.sentence.start ?? 0;
  let end = introduction;
  for (let next = introduction + 1; next < sentences.length; next++) {
    const sentence = sentences[next]?.sentence;
    if (sentence === undefined || sentence.end - start > longestList) break;
    if (sameLine(sentences, next, next - 1)) {
      if (kind === "prose" && end > introduction + 1) break;
    } else if (sentence.kind !== kind || (kind === "prose" && (sentence.end - sentence.start > 220 || isHeadingLine(sentences, next, text) && next > introduction + 8))) {
      break;
    }
    end = next;
  }
  return end;
}

/** A row is read with the heading row of its table, which the passage holds before the first row. */
function withColumnHeadings(sentences: RankedSentence[], at: number, text: string): Stretch[] {
  const row = sentences[at]?.sentence;
  if (row === undefined) return [];
  let header = at;
  while (header > 0 && sentences[header - 1]?.sentence.kind === "table_row") header--;
  const heading = sentences[header]?.sentence;
  if (heading === undefined || header === at) return [{ start: row.start, end: row.end }];
  const looksLikeHeading = !/[0-9]/.test(text.slice(heading.start, heading.end));
  const rowStretch = { start: row.start, end: row.end };
  return looksLikeHeading ? [{ start: heading.start, end: heading.end }, rowStretch] : [rowStretch];
}

/** Near-duplicates (a later version, a copied clause) add nothing. */
function repeats(other: RankedSentence, first: Selection, passages: RetrievedPassage[]): boolean {
  const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const passage = passages[other.passage];
  const quoted = passages[first.passage];
  if (passage === undefined || quoted === undefined) return true;
  const mine = words(passage.text.slice(other.sentence.start, other.sentence.end));
  const theirs = words(first.stretches.map((stretch) => quoted.text.slice(stretch.start, stretch.end)).join(" "));
  let shared = 0;
  for (const word of mine) if (theirs.has(word)) shared++;
  return mine.size === 0 || shared / mine.size > 0.8;
}
