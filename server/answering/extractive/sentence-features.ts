import { framesQuestion } from "../../language/framing-words.ts";
import { languages } from "../../language/languages.ts";
import { stem } from "../../language/stem.ts";
import type { QueryTerm, Retrieval, RetrievedPassage } from "../../retrieval/passage.ts";
import { analysePassage, type AnalysedSentence } from "./analysed-passage.ts";
import { rarityOf } from "../../language/common-words.ts";
import { namesForm, showsForm, soughtForms, type AnswerForm } from "./answer-form.ts";
import { expectedAnswers, newEvidence, type ExpectedAnswer } from "../../language/question-type.ts";
import type { Sentence } from "./sentences.ts";

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
  "isHeading",
  "afterQuestion",
  "novelty",
  "afterIntroduction",
  "headingCoverage",
  "coverageUnderHeading",
  "noFigure",
  "soughtForm",
  "formMissing",
] as const;
export type SentenceFeature = (typeof sentenceFeatureNames)[number];

/**
 * Weights that are set by hand, for the question sets have few prices, telephone numbers and tables:
 * who asks for one of them is served by it. The fit leaves them as they are.
 */
export const handSetWeights: Partial<Record<SentenceFeature, number>> = { soughtForm: 3, formMissing: -1.5 };

export interface Candidate {
  /** Index into the retrieved passages. */
  passage: number;
  /** Index into the sentences of the passage. */
  index: number;
  sentence: Sentence;
  features: Float64Array;
  /** Whether it bears the form that is asked for, a price or a telephone number; null when none is. */
  showsForm: boolean | null;
  /** Question terms (indexes) that the sentence holds, and how fully: a synonym counts less. */
  held: Map<number, number>;
}

/** The question as the selection needs it: terms with weights that add up to 1. */
export interface WeightedQuestion {
  text: string;
  terms: QueryTerm[];
  weights: number[];
  /** What the weights were divided by: about two for each telling term. */
  mass: number;
  expected: Set<ExpectedAnswer>;
  forms: AnswerForm[];
  /** Terms (indexes) that name such a form: what bears the form need not name it. */
  formTerms: number[];
}

/** Words that ask ("many", "happen", "get") need not be found in an answer. */
const framingEmphasis = 0.25;

/**
 * Weighs the question's terms by how rare they are, half in this collection, half in documents at
 * large: a collection of one document knows little of what is rare. Terms that come from earlier turns
 * count less.
 */
export function weighQuestion(
  text: string,
  { terms, chunkCount }: Pick<Retrieval, "terms" | "chunkCount">,
): WeightedQuestion {
  const unknownIdf = Math.log(2 * chunkCount + 2);
  const raw = terms.map((term) => {
    const rarity = 0.1 + term.idf / unknownIdf + rarityOf(term.variants.slice(0, 1));
    return rarity * term.emphasis * (framesQuestion(term.word) ? framingEmphasis : 1);
  });
  const forms = soughtForms(text);
  const naming = namesForm(text, forms);
  const sum = raw.reduce((total, weight) => total + weight, 0) || 1;
  return {
    text,
    terms,
    weights: raw.map((weight) => weight / sum),
    mass: sum,
    expected: expectedAnswers(text),
    forms,
    formTerms: terms.flatMap(({ word }, index) => (naming.has(word) ? [index] : [])),
  };
}

interface ReadPassage {
  sentences: readonly AnalysedSentence[];
  /** Per sentence: the question terms it holds, with the positions of their words. */
  hits: { term: number; position: number }[][];
  /** The same with its column headings: a row of a table is quoted with them. */
  held: Held[];
  /** Per sentence: distinct terms that the question does not have. */
  fresh: number[];
  /** Per sentence: what the headings over it and the document's name hold. */
  headings: Held[];
  /** Per sentence; empty when the question asks for no form. */
  showsForm: boolean[];
  all: Held;
}

/** Terms of the question by index, with 1 for the word itself and less for what may stand for it. */
type Held = Map<number, number>;

/** Scores nothing yet: describes every sentence of the passages by its features. */
export function describeSentences(question: WeightedQuestion, passages: RetrievedPassage[]): Candidate[] {
  const lookup = termLookup(question.terms);
  const top = passages[0]?.score ?? 1;
  const candidates: Candidate[] = [];
  passages.forEach((passage, index) => {
    const read = readPassage(passage, question, lookup);
    read.sentences.forEach((sentence, at) => {
      const features = featuresOf(question, passage, read, at, index, top > 0 ? passage.score / top : 0);
      const held = read.held[at] ?? new Map<number, number>();
      const shows = read.showsForm[at] ?? null;
      candidates.push({ passage: index, index: at, sentence, features, showsForm: shows, held });
    });
  });
  return candidates;
}

/** A synonym or a joined spelling counts this much of the word itself, and so does a price for "price". */
const standInShare = 0.6;

function termLookup(terms: QueryTerm[]): Map<string, { term: number; share: number }[]> {
  const lookup = new Map<string, { term: number; share: number }[]>();
  terms.forEach(({ word, correction, variants }, term) => {
    const own = new Set(
      [word, correction ?? word].flatMap((spelling) => languages.map((language) => stem(spelling, language))),
    );
    for (const variant of variants) {
      const share = own.has(variant) ? 1 : standInShare;
      lookup.set(variant, [...(lookup.get(variant) ?? []), { term, share }]);
    }
  });
  return lookup;
}

function hold(into: Held, term: number, share: number): void {
  into.set(term, Math.max(share, into.get(term) ?? 0));
}

function readPassage(
  passage: RetrievedPassage,
  { text, forms, formTerms }: WeightedQuestion,
  lookup: ReturnType<typeof termLookup>,
): ReadPassage {
  const { sentences, headingTerms } = analysePassage(passage);
  const read: ReadPassage = {
    sentences,
    hits: [],
    held: [],
    fresh: [],
    headings: [],
    showsForm:
      forms.length === 0
        ? []
        : sentences.map(({ start, end }) => showsForm(passage.text.slice(start, end), forms, text)),
    all: new Map(),
  };
  sentences.forEach(({ terms, positions, distinct }, at) => {
    const matched = new Set<string>();
    const hits: ReadPassage["hits"][number] = [];
    const held: Held = new Map();
    if (read.showsForm[at] === true) {
      for (const term of formTerms) {
        hold(held, term, standInShare);
        hold(read.all, term, standInShare);
      }
    }
    terms.forEach((found, index) => {
      const asked = lookup.get(found);
      if (asked === undefined) return;
      matched.add(found);
      for (const { term, share } of asked) {
        hits.push({ term, position: positions[index] ?? 0 });
        hold(held, term, share);
        hold(read.all, term, share);
      }
    });
    read.hits.push(hits);
    read.held.push(held);
    read.fresh.push(distinct - matched.size);
  });
  addHeadings(headingTerms, read, lookup);
  return read;
}

/** Rows hold what their column headings say; sentences stand under a heading of the passage or its path. */
function addHeadings(
  headingTerms: readonly string[],
  read: ReadPassage,
  lookup: ReturnType<typeof termLookup>,
): void {
  const path: Held = new Map();
  for (const found of headingTerms)
    for (const { term, share } of lookup.get(found) ?? []) hold(path, term, share);
  const alone = read.held.map((held) => new Map(held));
  read.sentences.forEach(({ heading, columns }, at) => {
    const over: Held = new Map(path);
    if (heading !== null) for (const [term, share] of alone[heading] ?? []) hold(over, term, share);
    read.headings.push(over);
    if (columns !== null)
      for (const [term, share] of alone[columns] ?? []) hold(read.held[at] as Held, term, share);
  });
}

function featuresOf(
  question: WeightedQuestion,
  passage: RetrievedPassage,
  read: ReadPassage,
  at: number,
  passageIndex: number,
  passageScore: number,
): Float64Array {
  const sentence = read.sentences[at] as AnalysedSentence;
  const text = passage.text.slice(sentence.start, sentence.end);
  const held = read.held[at] ?? new Map<number, number>();
  const heading = read.headings[at] ?? new Map<number, number>();
  const nearby = (term: number) =>
    Math.max(read.held[at - 1]?.get(term) ?? 0, read.held[at + 1]?.get(term) ?? 0);
  const anywhere = (term: number) => Math.max(read.all.get(term) ?? 0, heading.get(term) ?? 0);
  const mass = (share: (term: number) => number) =>
    question.weights.reduce((sum, weight, term) => sum + weight * Math.max(0, share(term)), 0);
  const own = (term: number) => held.get(term) ?? 0;
  const previous = read.sentences[at - 1];
  const previousText = previous === undefined ? "" : passage.text.slice(previous.start, previous.end);
  const size = sentence.distinct;
  const evidence = newEvidence(question.text, text, question.expected);
  const heaviest = question.weights.indexOf(Math.max(...question.weights));
  const isRow = sentence.kind === "table_row";
  const values: Record<SentenceFeature, number> = {
    coverage: mass(own),
    neighbourCoverage: mass((term) => nearby(term) - own(term)),
    contextCoverage: mass((term) => anywhere(term) - Math.max(own(term), nearby(term))),
    proximity: proximity(question.weights, read.hits[at] ?? []),
    rarestTerm: held.has(heaviest) ? 1 : 0,
    density: size === 0 ? 0 : held.size / Math.max(size, 8),
    figure: Math.max(0, evidence.figure),
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
    afterQuestion: previousText.endsWith("?") ? mass((term) => read.held[at - 1]?.get(term) ?? 0) : 0,
    novelty: Math.min(1, (read.fresh[at] ?? 0) / 12),
    isHeading: sentence.kind === "heading" || read.sentences[at + 1]?.columns === at ? 1 : 0,
    afterIntroduction: previousText.endsWith(":") ? mass((term) => read.held[at - 1]?.get(term) ?? 0) : 0,
    headingCoverage: mass((term) => heading.get(term) ?? 0),
    coverageUnderHeading: mass((term) => Math.max(own(term), heading.get(term) ?? 0)),
    noFigure: evidence.figure < 0 ? 1 : 0,
    // A price or a number is the answer as far as it is that of what the question is about.
    soughtForm:
      read.showsForm[at] === true
        ? mass((term) => Math.max(own(term), heading.get(term) ?? 0, isRow ? 0 : nearby(term)))
        : 0,
    formMissing: read.showsForm.length > 0 && !showsNearby(read, at) ? 1 : 0,
  };
  return Float64Array.from(sentenceFeatureNames, (name) => values[name]);
}

/** Whether a sentence, or one of running text beside it, bears the form that is asked for. */
function showsNearby({ sentences, showsForm: shows }: ReadPassage, at: number): boolean {
  if (shows[at] === true) return true;
  return [at - 1, at + 1].some(
    (beside) =>
      shows[beside] === true &&
      sentences[beside]?.kind !== "table_row" &&
      sentences[beside]?.line === sentences[at]?.line,
  );
}

/** Share of the weight of neighbouring question terms that stand within four words of each other. */
function proximity(weights: number[], hits: { term: number; position: number }[]): number {
  let possible = 0;
  let found = 0;
  for (let term = 0; term + 1 < weights.length; term++) {
    const weight = (weights[term] ?? 0) + (weights[term + 1] ?? 0);
    possible += weight;
    const close = hits.some(
      (a) =>
        a.term === term && hits.some((b) => b.term === term + 1 && Math.abs(b.position - a.position) <= 4),
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
