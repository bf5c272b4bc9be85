import { textOf, type ExtractedDocument } from "../../../document-reader/extracted-document.ts";
import { analyse } from "../../language/analyse.ts";
import type { Language } from "../../language/languages.ts";
import { sentences } from "../../language/sentences.ts";
import { cueFactor, isProse } from "./sentence-cues.ts";

/** Only the first sentences are candidates, because a document usually begins by saying what it is about. */
const maxSentences = 150;
/** Term frequencies are counted in this many characters from the beginning. */
const maxCharactersRead = 40_000;
/** In characters. */
const maxSummaryLength = 420;
/** A sentence that shares more of its terms with the first one repeats it. */
const maxOverlap = 0.6;
/** A second sentence is only added to a first one below this length, in characters, and if its score is comparable. */
const maxFirstLength = 220;
const minSecondShare = 0.2;
/** The score of a second sentence falls with its distance from the first one, in sentences up to a maximum. */
const nearness = 1.5;
const declinePerSentence = 0.15;
const maxDistance = 12;

interface Candidate {
  text: string;
  /** 0-based, in reading order. */
  position: number;
  terms: Set<string>;
  score: number;
}

/**
 * Summarizes a document by one or two of its own sentences, in reading order; without sentences (a price list), by its
 * title and headings. Null if that would be too little.
 *
 * The score of a sentence is the mean probability of its words (SumBasic, Nenkova and Vanderwende 2005), weighted by
 * how early it is and whether it states the document's purpose. For the second sentence, words of the first one
 * weigh less.
 */
export function summarize(document: ExtractedDocument, language: Language): string | null {
  const candidates = readCandidates(document, language);
  if (candidates.length === 0 || isMostlyTables(document, candidates)) return fromHeadings(document);
  const weights = termWeights(document, language);
  const titleTerms = new Set(analyse(document.title ?? "", language).map(({ term }) => term));
  for (const candidate of candidates) candidate.score = score(candidate, weights, titleTerms);
  const first = best(candidates);
  for (const term of first.terms) weights.set(term, (weights.get(term) ?? 0) ** 2);
  const others = candidates.filter(
    (other) =>
      other !== first &&
      first.text.length + other.text.length < maxSummaryLength &&
      overlap(first, other) < maxOverlap,
  );
  // Prefers sentences close to the first, so that the two read as one text.
  for (const other of others) {
    const distance = Math.min(maxDistance, Math.abs(other.position - first.position));
    other.score = (score(other, weights, titleTerms) * nearness) / (1 + declinePerSentence * distance);
  }
  const second = others.length === 0 ? null : best(others);
  const chosen =
    second !== null && first.text.length < maxFirstLength && second.score > minSecondShare * first.score
      ? [first, second]
      : [first];
  return chosen
    .toSorted((a, b) => a.position - b.position)
    .map(({ text }) => text)
    .join(" ");
}

const best = (candidates: Candidate[]): Candidate => candidates.reduce((a, b) => (b.score > a.score ? b : a));

/** Whole sentences of running text, from the beginning. */
function readCandidates(document: ExtractedDocument, language: Language): Candidate[] {
  const found: Candidate[] = [];
  const seen = new Set<string>();
  for (const block of document.blocks) {
    if (found.length >= maxSentences) break;
    if (block.kind !== "paragraph" || block.continues === true) continue;
    const paragraph = textOf(document, block);
    for (const { start, end } of sentences(paragraph)) {
      const text = paragraph.slice(start, end).replace(/\s+/g, " ").trim();
      if (!isProse(text) || seen.has(text)) continue;
      seen.add(text);
      const terms = new Set(analyse(text, language).map(({ term }) => term));
      found.push({ text, position: found.length, terms, score: 0 });
    }
  }
  return found;
}

/** Whether the document is mostly tables, such as a price list, whose sentences are only the small print. */
function isMostlyTables(document: ExtractedDocument, candidates: Candidate[]): boolean {
  if (candidates.length >= 20) return false;
  const inTables = document.blocks
    .filter((block) => block.kind === "table_row")
    .reduce((sum, block) => sum + block.end - block.start, 0);
  return inTables > 2 * candidates.reduce((sum, { text }) => sum + text.length, 0);
}

/** The share of each term among the document's terms; numbers are left out. */
function termWeights(document: ExtractedDocument, language: Language): Map<string, number> {
  const text = document.pages.map((page) => page.text).join("\n");
  const terms = analyse(text.slice(0, maxCharactersRead), language);
  const counts = new Map<string, number>();
  for (const { term } of terms) if (!/^\d/.test(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const [term, count] of counts) counts.set(term, count / terms.length);
  return counts;
}

function score(candidate: Candidate, weights: Map<string, number>, titleTerms: Set<string>): number {
  let sum = 0;
  let inTitle = 0;
  for (const term of candidate.terms) {
    sum += weights.get(term) ?? 0;
    if (titleTerms.has(term)) inTitle += 1;
  }
  // Adds a few to the word count; otherwise very short sentences of frequent words would win.
  const mean = sum / (candidate.terms.size + 4);
  const titleShare = titleTerms.size === 0 ? 0 : inTitle / titleTerms.size;
  const early = 0.25 + 0.75 / (1 + 0.1 * candidate.position);
  return mean * early * (1 + 0.6 * titleShare) * cueFactor(candidate.text);
}

/** The share of the shorter sentence's terms that both have. */
function overlap(a: Candidate, b: Candidate): number {
  const shared = [...a.terms].filter((term) => b.terms.has(term)).length;
  return shared / Math.max(1, Math.min(a.terms.size, b.terms.size));
}

/** Whether a title is not just the placeholder of a program or template. */
function isInformative(title: string): boolean {
  return !/^(?:\(?(?:anonymous|unknown|untitled|unspecified)\)?|microsoft word|document ?\d*|paragraph ?\d*)\b/iu.test(
    title,
  );
}

/** "Price list: Groceries; Household; Fresh produce." Without headings, lists the first lines. */
function fromHeadings(document: ExtractedDocument): string | null {
  const lines = (kinds: string[]): string[] =>
    document.blocks
      .filter((block) => kinds.includes(block.kind))
      .map((block) => textOf(document, block).replaceAll(" | ", ", ").replace(/\s+/g, " ").trim())
      .filter((line) => /[\p{L}\p{N}]/u.test(line));
  const fullTitle = document.title?.replace(/\s+/g, " ").trim() ?? "";
  const title = isInformative(fullTitle) ? fullTitle : "";
  const headings = lines(["heading"]).filter((line) => line !== title);
  const rest = headings.length > 0 ? headings : lines(["paragraph", "list_item", "table_row"]);
  const parts = [...new Set(rest.filter((line) => !/!["”’']?$/u.test(line)))]
    .slice(0, 6)
    .map((part) => part.slice(0, 100).replace(/[.;:,!?]+$/, ""));
  // A title and a single line tell no more than the name of the document.
  if (parts.length < 2) return null;
  const listed = `${parts.join("; ")}.`;
  return (title === "" ? listed : `${title.slice(0, 150)}: ${listed}`)
    .slice(0, maxSummaryLength)
    .toWellFormed();
}
