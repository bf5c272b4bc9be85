import { textOf, type ExtractedDocument } from "../../../document-reader/extracted-document.ts";
import { analyse } from "../../language/analyse.ts";
import type { Language } from "../../language/languages.ts";
import { sentences } from "../../language/sentences.ts";
import { cueOf, isProse } from "./sentence-cues.ts";

/** Only this many sentences from the beginning are candidates, because a document says first what it is about. */
const maxSentences = 150;
/** Words are counted in this many characters from the beginning. */
const maxCharactersRead = 40_000;
/** In characters. */
const maxSummaryLength = 420;

interface Candidate {
  text: string;
  /** 0-based, in reading order. */
  place: number;
  terms: Set<string>;
  score: number;
}

/**
 * One or two of the document's own sentences that best tell what it is about, in reading order; where
 * it has no sentences (a price list), its title and headings. Null for a document without words.
 *
 * A sentence counts by how much of what the document speaks of it holds (SumBasic, Nenkova and
 * Vanderwende 2005: the mean probability of its words), how early it stands, and whether it says
 * what this document is; the second one by what the first left out.
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
      overlap(first, other) < 0.6,
  );
  // Close by, so that the two read as one.
  for (const other of others) {
    const distance = Math.abs(other.place - first.place);
    other.score = (score(other, weights, titleTerms) * 1.5) / (1 + 0.15 * Math.min(distance, 12));
  }
  const second = others.length === 0 ? null : best(others);
  const chosen =
    second !== null && first.text.length < 220 && second.score > 0.2 * first.score
      ? [first, second]
      : [first];
  return chosen
    .toSorted((a, b) => a.place - b.place)
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
      found.push({ text, place: found.length, terms, score: 0 });
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

/** How much of the document's words each term is. */
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
  // Divides by a few words more than the sentence has; otherwise very short sentences of frequent words would win.
  const mean = sum / (candidate.terms.size + 4);
  const ofTitle = titleTerms.size === 0 ? 0 : inTitle / titleTerms.size;
  const early = 0.25 + 0.75 / (1 + 0.1 * candidate.place);
  return mean * early * (1 + 0.6 * ofTitle) * cueOf(candidate.text);
}

/** Share of the shorter one's terms that both hold. */
function overlap(a: Candidate, b: Candidate): number {
  const shared = [...a.terms].filter((term) => b.terms.has(term)).length;
  return shared / Math.max(1, Math.min(a.terms.size, b.terms.size));
}

const minParts = 2;

/** Whether a title is more than a placeholder of a program or template. */
function isInformative(title: string): boolean {
  return !/^(?:\(?(?:anonymous|unknown|untitled|unspecified)\)?|microsoft word|document ?\d*|paragraph ?\d*)\b/iu.test(
    title,
  );
}

/** "Price list: Groceries; Household; Fresh produce." Without headings, the first words. */
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
  // A title and a line or two tell no more than the name of the document does.
  if (parts.length < minParts) return null;
  const listed = `${parts.join("; ")}.`;
  return (title === "" ? listed : `${title.slice(0, 150)}: ${listed}`)
    .slice(0, maxSummaryLength)
    .toWellFormed();
}
