import { analyse, type Term } from "../language/analyse.ts";
import { toLanguage } from "../language/languages.ts";
import type { QueryTerm, Retrieval, RetrievedPassage } from "../retrieve/passage.ts";
import { rarityOf } from "./common-words.ts";
import { expectedAnswers, newEvidence, type ExpectedAnswer } from "./question-type.ts";
import { splitSentences, type Sentence } from "./sentences.ts";

/** What the selection looks at, in this order; every value is between -1 and 1. */
export const sentenceFeatureNames = [
  "coverage",
  "neighbourCoverage",
  "contextCoverage",
  "proximity",
  "rarestTerm",
  "density",
  "figure",
  "name",
  "reason",
  "manner",
  "definition",
  "yesNo",
  "passageScore",
  "passageFirst",
  "first",
  "short",
  "long",
  "isQuestion",
  "afterQuestion",
  "novelty",
  "tableRow",
  "listItem",
  "afterIntroduction",
  "headingCoverage",
] as const;
export type SentenceFeature = (typeof sentenceFeatureNames)[number];

export interface Candidate {
  /** Index into the retrieved passages. */
  passage: number;
  /** Index into the sentences of the passage. */
  index: number;
  sentence: Sentence;
  features: Float64Array;
  /** Question terms (indexes) that the sentence holds. */
  held: Set<number>;
}

/** The question as the selection needs it: terms with weights that add up to 1. */
export interface WeightedQuestion {
  text: string;
  terms: QueryTerm[];
  weights: number[];
  /** What the weights were divided by: about two for each telling term. */
  mass: number;
  expected: Set<ExpectedAnswer>;
}

/**
 * Weighs the question's terms by how rare they are, half in this collection, half in documents at
 * large: a collection of one document knows little of what is rare. `emphasis` multiplies the weight
 * of a term (terms that come from earlier turns count less).
 */
export function weighQuestion(
  text: string,
  { terms, chunkCount }: Pick<Retrieval, "terms" | "chunkCount">,
  emphasis: (term: QueryTerm) => number,
): WeightedQuestion {
  const unknownIdf = Math.log(2 * chunkCount + 2);
  const raw = terms.map((term) => (0.1 + term.idf / unknownIdf + rarityOf(term.variants)) * emphasis(term));
  const sum = raw.reduce((total, weight) => total + weight, 0) || 1;
  return { text, terms, weights: raw.map((weight) => weight / sum), mass: sum, expected: expectedAnswers(text) };
}

interface ReadPassage {
  sentences: Sentence[];
  /** Per sentence: the question terms it holds, with the positions of their words. */
  hits: { term: number; position: number }[][];
  held: Set<number>[];
  /** Per sentence: distinct terms that the question does not have, and all terms. */
  fresh: number[];
  size: number[];
  heading: Set<number>;
  all: Set<number>;
}

/** Scores nothing yet: describes every sentence of the passages by its features. */
export function describeSentences(question: WeightedQuestion, passages: RetrievedPassage[]): Candidate[] {
  const lookup = termLookup(question.terms);
  const top = passages[0]?.score ?? 1;
  const candidates: Candidate[] = [];
  passages.forEach((passage, index) => {
    const read = readPassage(passage, lookup);
    read.sentences.forEach((sentence, at) => {
      const features = featuresOf(question, passage, read, at, index, top > 0 ? passage.score / top : 0);
      candidates.push({ passage: index, index: at, sentence, features, held: read.held[at] ?? new Set() });
    });
  });
  return candidates;
}

function termLookup(terms: QueryTerm[]): Map<string, number[]> {
  const lookup = new Map<string, number[]>();
  terms.forEach((term, index) => {
    for (const variant of term.variants) lookup.set(variant, [...(lookup.get(variant) ?? []), index]);
  });
  return lookup;
}

function readPassage(passage: RetrievedPassage, lookup: Map<string, number[]>): ReadPassage {
  const language = toLanguage(passage.language);
  const sentences = splitSentences(passage.text);
  const terms = analyse(passage.text, language);
  const read: ReadPassage = {
    sentences,
    hits: sentences.map(() => []),
    held: sentences.map(() => new Set<number>()),
    fresh: [],
    size: [],
    heading: new Set(),
    all: new Set(),
  };
  let next = 0;
  sentences.forEach((sentence, at) => {
    while (next < terms.length && (terms[next] as Term).start < sentence.start) next++;
    const fresh = new Set<string>();
    const distinct = new Set<string>();
    for (; next < terms.length && (terms[next] as Term).start < sentence.end; next++) {
      const term = terms[next] as Term;
      const matched = lookup.get(term.term);
      distinct.add(term.term);
      if (matched === undefined) fresh.add(term.term);
      for (const index of matched ?? []) {
        read.hits[at]?.push({ term: index, position: term.position });
        read.held[at]?.add(index);
        read.all.add(index);
      }
    }
    read.fresh.push(fresh.size);
    read.size.push(distinct.size);
  });
  for (const term of analyse([passage.documentName, ...passage.headingPath].join("\n"), language)) {
    for (const index of lookup.get(term.term) ?? []) read.heading.add(index);
  }
  for (const match of passage.matches) if (match.inHeading || match.inTitle) read.heading.add(match.term);
  return read;
}

function featuresOf(
  question: WeightedQuestion,
  passage: RetrievedPassage,
  read: ReadPassage,
  at: number,
  passageIndex: number,
  passageScore: number,
): Float64Array {
  const sentence = read.sentences[at] as Sentence;
  const text = passage.text.slice(sentence.start, sentence.end);
  const held = read.held[at] ?? new Set<number>();
  const near = new Set([...(read.held[at - 1] ?? []), ...(read.held[at + 1] ?? [])]);
  const mass = (has: (term: number) => boolean) =>
    question.weights.reduce((sum, weight, term) => (has(term) ? sum + weight : sum), 0);
  const previous = read.sentences[at - 1];
  const previousText = previous === undefined ? "" : passage.text.slice(previous.start, previous.end);
  const size = read.size[at] ?? 0;
  const evidence = newEvidence(question.text, text, question.expected);
  const heaviest = question.weights.indexOf(Math.max(...question.weights));
  const values: Record<SentenceFeature, number> = {
    coverage: mass((term) => held.has(term)),
    neighbourCoverage: mass((term) => !held.has(term) && near.has(term)),
    contextCoverage: mass((term) => !held.has(term) && !near.has(term) && (read.all.has(term) || read.heading.has(term))),
    proximity: proximity(question.weights, read.hits[at] ?? []),
    rarestTerm: held.has(heaviest) ? 1 : 0,
    density: size === 0 ? 0 : held.size / Math.max(size, 5),
    figure: evidence.figure,
    name: evidence.name,
    reason: evidence.reason,
    manner: evidence.manner,
    definition: evidence.definition === 0 ? 0 : definesSubject(text, read.hits[at] ?? [], held.size) ? 1 : -1,
    yesNo: evidence.yesNo,
    passageScore,
    passageFirst: passageIndex === 0 ? 1 : 0,
    first: at === 0 ? 1 : 0,
    short: size < 4 ? 1 : 0,
    long: Math.min(1, Math.max(0, size - 15) / 30),
    isQuestion: text.trimEnd().endsWith("?") ? 1 : 0,
    afterQuestion: previousText.endsWith("?") ? mass((term) => read.held[at - 1]?.has(term) ?? false) : 0,
    novelty: Math.min(1, (read.fresh[at] ?? 0) / 12),
    tableRow: sentence.kind === "table_row" ? 1 : 0,
    listItem: sentence.kind === "list_item" ? 1 : 0,
    afterIntroduction: previousText.endsWith(":") ? mass((term) => read.held[at - 1]?.has(term) ?? false) : 0,
    headingCoverage: mass((term) => read.heading.has(term)),
  };
  return Float64Array.from(sentenceFeatureNames, (name) => values[name]);
}

/** Share of the weight of neighbouring question terms that stand within four words of each other. */
function proximity(weights: number[], hits: { term: number; position: number }[]): number {
  let possible = 0;
  let found = 0;
  for (let term = 0; term + 1 < weights.length; term++) {
    const weight = (weights[term] ?? 0) + (weights[term + 1] ?? 0);
    possible += weight;
    const close = hits.some(
      (a) => a.term === term && hits.some((b) => b.term === term + 1 && Math.abs(b.position - a.position) <= 4),
    );
    if (close) found += weight;
  }
  return possible === 0 ? 0 : found / possible;
}

/** "X is …", "X means …" with a term of the question before the verb. */
function definesSubject(text: string, hits: { position: number }[], heldTerms: number): boolean {
  if (heldTerms === 0 || hits.length === 0) return false;
  return /^(\S+\s+){1,12}?(is|are|was|were|means|refers|denotes|stands for|consists?|includes?|beteken|ist|sind|bedeutet|est|sont|signifie|é|são|significa)\b/u.test(
    text,
  );
}
