import type { RetrievedPassage } from "../../retrieval/passage.ts";
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
export function rankSentences(
  candidates: Candidate[],
  weights: readonly number[] = sentenceWeightVector,
): RankedSentence[] {
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
const neighbourShare = 0.25;
/** Another sentence is quoted beside it from this share on. */
const secondShare = 0.5;
/** In UTF-16 code units; a list may be longer. */
const longestQuote = 600;
const longestList = 1400;
/** A table whose heading row is the best answer is quoted whole up to this many rows. */
const mostRows = 12;

/** Sentences of one passage in the order of its text. */
interface Reading {
  text: string;
  sentences: RankedSentence[];
}

/** Indexes [from, to] of sentences that are quoted together. */
interface Range {
  from: number;
  to: number;
}

/**
 * Chooses what to quote: the best sentence, neighbours that read on from it, the list or the rows
 * that it introduces, and at most one more stretch, of this or another passage, that is as good.
 */
export function selectQuotes(ranked: RankedSentence[], passages: RetrievedPassage[]): Selection[] {
  const best = ranked[0];
  if (best === undefined) return [];
  const reading = read(best.passage, ranked, passages);
  const first = rangeAround(best, reading, best.probability);
  const quoted = toSelection(best, first, reading);
  const second = ranked.find(
    (other) =>
      other.probability >= secondShare * best.probability &&
      other.sentence.kind !== "heading" &&
      (other.passage !== best.passage || other.index < first.from || other.index > first.to) &&
      !repeats(other, quoted, passages),
  );
  if (second === undefined) return [quoted];
  const otherReading = read(second.passage, ranked, passages);
  const range = rangeAround(second, otherReading, best.probability);
  if (second.passage !== best.passage) return [quoted, toSelection(second, range, otherReading)];
  const joined = { from: Math.min(first.from, range.from), to: Math.max(first.to, range.to) };
  const gap = Math.max(first.from, range.from) - Math.min(first.to, range.to);
  if (gap <= 2 && best.sentence.kind !== "table_row" && lengthOf(reading, joined) <= longestList)
    return [toSelection(best, joined, reading)];
  const stretches = [...quoted.stretches, ...toSelection(second, range, reading).stretches].sort(
    (a, b) => a.start - b.start,
  );
  return [
    {
      passage: best.passage,
      stretches: stretches.filter((one, i) => i === 0 || one.start >= (stretches[i - 1]?.end ?? 0)),
    },
  ];
}

function read(passage: number, ranked: RankedSentence[], passages: RetrievedPassage[]): Reading {
  const sentences = ranked.filter((one) => one.passage === passage).sort((a, b) => a.index - b.index);
  return { text: passages[passage]?.text ?? "", sentences };
}

function toSelection(of: RankedSentence, range: Range, { sentences }: Reading): Selection {
  const first = sentences[range.from]?.sentence;
  const last = sentences[range.to]?.sentence;
  const columns = first?.columns ?? null;
  const heading = columns === null || columns === range.from ? undefined : sentences[columns]?.sentence;
  const stretch = { start: first?.start ?? 0, end: last?.end ?? 0 };
  if (heading === undefined) return { passage: of.passage, stretches: [stretch] };
  // A row is read with the row that names its columns, which the passage holds before the first row.
  return {
    passage: of.passage,
    stretches:
      columns === range.from - 1
        ? [{ ...stretch, start: heading.start }]
        : [heading, stretch].map(({ start, end }) => ({ start, end })),
  };
}

function rangeAround(best: RankedSentence, reading: Reading, probability: number): Range {
  const { sentences } = reading;
  const at = best.index;
  const alone = { from: at, to: at };
  if (best.sentence.kind === "table_row") return withRows(at, sentences);
  const said = (index: number) => saidAt(reading, index);
  if (introduces(said(at))) return { from: at, to: endOfList(reading, at) };
  if (best.sentence.kind === "heading" || said(at).endsWith("?")) return readOn(alone, reading);
  const completes = (index: number) => bringsForm(best, sentences[index]);
  const joins = (index: number) =>
    (sentences[index]?.probability ?? 0) >= neighbourShare * probability || completes(index);
  const range = { ...alone };
  const next = { from: at, to: at + 1 };
  if (
    at + 1 < sentences.length &&
    sentences[at + 1]?.sentence.kind !== "heading" &&
    joins(at + 1) &&
    lengthOf(reading, next) <= longestQuote
  ) {
    range.to = introduces(said(at + 1)) ? endOfList(reading, at + 1) : at + 1;
  }
  const before = { from: at - 1, to: range.to };
  if (
    at > 0 &&
    (joins(at - 1) || leansBack(said(at)) || saysNoMore(best, sentences[at - 1])) &&
    sameLine(sentences, at - 1, at) &&
    lengthOf(reading, before) <= longestQuote
  )
    range.from--;
  return range;
}

/** Of a heading or a question the sentences that follow are the answer. */
function readOn({ from, to: start }: Range, reading: Reading): Range {
  let to = start;
  for (let next = start + 1; next < reading.sentences.length && next <= start + 2; next++) {
    const kind = reading.sentences[next]?.sentence.kind;
    if (kind === "heading" || lengthOf(reading, { from, to: next }) > longestQuote) break;
    to = next;
    if (kind === "table_row") return { from, to: withRows(next, reading.sentences).to };
    if (introduces(saidAt(reading, next))) return { from, to: endOfList(reading, next) };
  }
  return { from, to };
}

/** The row that names the columns brings the rows under it, as far as they are few. */
function withRows(at: number, sentences: RankedSentence[]): Range {
  let to = at;
  if (sentences[at + 1]?.sentence.columns !== at) return { from: at, to };
  while (sentences[to + 1]?.sentence.columns === at && to - at < mostRows) to++;
  return { from: at, to };
}

function saidAt({ text, sentences }: Reading, index: number): string {
  const sentence = sentences[index]?.sentence;
  return sentence === undefined ? "" : text.slice(sentence.start, sentence.end);
}

function lengthOf({ sentences }: Reading, { from, to }: Range): number {
  return (sentences[to]?.sentence.end ?? 0) - (sentences[from]?.sentence.start ?? 0);
}

function introduces(sentence: string): boolean {
  return /[:：]["'”)]?$/u.test(sentence.trimEnd());
}

/** A neighbour that has the price or the number which the best sentence only leads to. */
function bringsForm(best: RankedSentence, neighbour: RankedSentence | undefined): boolean {
  return (
    best.showsForm === false &&
    neighbour?.showsForm === true &&
    neighbour.sentence.line === best.sentence.line
  );
}

/** "Call 0800 000 123.": what for, only the sentence before it tells, with other words of the question. */
function saysNoMore(best: RankedSentence, before: RankedSentence | undefined): boolean {
  return best.showsForm === true && [...(before?.held.keys() ?? [])].some((term) => !best.held.has(term));
}

/** A sentence that cannot be read without the one before it. */
function leansBack(sentence: string): boolean {
  return /^(it|this|that|these|those|they|he|she|such|however|therefore|thus|in this case|dit|daardie|hierdie|hulle|es|diese[rs]?|er|il|elle|ils|elles|cela|isso|isto|ele|ela)\b/iu.test(
    sentence,
  );
}

function sameLine(sentences: RankedSentence[], a: number, b: number): boolean {
  return sentences[a]?.sentence.line === sentences[b]?.sentence.line;
}

/**
 * The items of a list follow its introduction, a line each. Where they carry bullets or are table
 * rows, the list ends with them; else with a heading or the first line that is long or runs on.
 */
function endOfList({ sentences }: Reading, introduction: number): number {
  const kind = sentences[introduction + 1]?.sentence.kind;
  const start = sentences[introduction]?.sentence.start ?? 0;
  let end = introduction;
  for (let next = introduction + 1; next < sentences.length; next++) {
    const sentence = sentences[next]?.sentence;
    if (sentence === undefined || sentence.end - start > longestList) break;
    const runsOn = sameLine(sentences, next, next - 1);
    if (runsOn && kind === "prose" && end > introduction + 1) break;
    if (!runsOn && (sentence.kind !== kind || (kind === "prose" && sentence.end - sentence.start > 220)))
      break;
    end = next;
  }
  return end;
}

/** Near-duplicates (a later version, a copied clause) add nothing. */
function repeats(other: RankedSentence, first: Selection, passages: RetrievedPassage[]): boolean {
  const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const passage = passages[other.passage];
  const quoted = passages[first.passage];
  if (passage === undefined || quoted === undefined) return true;
  const mine = words(passage.text.slice(other.sentence.start, other.sentence.end));
  const theirs = words(first.stretches.map(({ start, end }) => quoted.text.slice(start, end)).join(" "));
  let shared = 0;
  for (const word of mine) if (theirs.has(word)) shared++;
  return mine.size === 0 || shared / mine.size > 0.8;
}
