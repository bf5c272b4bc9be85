import { countWords } from "../../language/count-words.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import type { RetrievedTable } from "../tables/retrieved-table.ts";
import { isAboutDocuments, ofDocuments } from "./about-documents.ts";
import {
  contentIfKnown,
  contradictsFigure,
  materialOf,
  missingFacts,
  supportOf,
  toEvidence,
  type CheckedSentence,
  type Material,
} from "./claim-material.ts";
import { claimWords } from "./claim-words.ts";
import { readCitations } from "./citations.ts";
import { chooseEvidence } from "./evidence-units.ts";
import { violatedRules } from "./fact-rules.ts";
import { factsOf } from "./facts.ts";
import { maxDoubt, maxDoubtWithoutQuote, doubtOf } from "./judge/claim-judge.ts";
import type { JudgedClaim } from "./judge/claim-comparison.ts";
import { isSpelledOut, unknownWords } from "./names.ts";
import { capitalized, supportsOpener, splitOpener } from "./opener.ts";
import { toPlainText } from "./plain-text.ts";
import { quoteInstead } from "./quote-instead.ts";

export interface CheckOptions {
  /** The typed tables of the passages. */
  tables?: readonly RetrievedTable[];
  /** Limit of a quote that replaces the sentence; 60 by default. */
  maxQuoteWords?: number;
  /** The answer so far: what it quotes already is not quoted again. */
  said?: string;
  /** The judge: log odds that the evidence does not support a claim that passed the rules. */
  doubt?: (claim: JudgedClaim) => number;
}

/** The share of content words that evidence or question must have, and how many there must be for each unknown one. */
const keepLimits = { minKnown: 0.5, wordsPerUnknown: 9 };
const maxWordsOfQuote = 60;
const maxSentenceLength = 1_200;

/**
 * Checks a sentence of a model against the passages that it cites. Returns as much of it as they support, or a quote in
 * its place; null if it cites none or one that does not exist, has a number or name that they lack, or is unsupported.
 * A sentence that only states what the documents leave open needs no support. A claim that passes the rules keeps the
 * model's words only if the judge does not doubt it.
 */
export function checkSentence(
  written: string,
  passages: readonly RetrievedPassage[],
  question: string,
  { tables = [], maxQuoteWords = maxWordsOfQuote, said = "", doubt = doubtOf }: CheckOptions = {},
): CheckedSentence | null {
  if (written.length > maxSentenceLength) return null;
  const { text: content, numbers } = readCitations(written);
  const text = toPlainText(content);
  if (!/\p{L}{2}/u.test(text) || isSpelledOut(text)) return null;
  if (isAboutDocuments(text)) return checkAboutDocuments(text, passages, question);
  const cited = numbers.flatMap((each) => {
    const passage = passages[each - 1];
    return passage === undefined ? [] : [{ index: each - 1, passage, tables }];
  });
  if (cited.length === 0 || cited.length < numbers.length) return null;
  const { opener, claim } = splitOpener(text);
  const material = materialOf(cited, question);
  const { evidence: units, language } = material;
  const judge = (part: string) => {
    const checked = checkClaim(part, material);
    if (checked === null) return null;
    const { sentence, violated } = checked;
    const odds = doubt({ claim: part, units, question, language, violated });
    const keepsOpener = opener !== "" && supportsOpener(opener, part, question);
    const shown = { ...sentence, text: keepsOpener ? opener + part : capitalized(part) };
    return {
      shown,
      isSure: odds < maxDoubt,
      isTolerable: odds < maxDoubtWithoutQuote && violated.size === 0,
    };
  };
  const whole = judge(claim);
  if (whole?.isSure === true) return whole.shown;
  const shorter = shorterParts(claim).map(judge);
  const part = shorter.find((each) => each?.isSure === true)?.shown ?? null;
  const quote = quoteInstead(claim, material, { maxQuoteWords, said });
  // If the whole claim passed the rules, a quote preserves more of it than a shortened claim does.
  const best = whole === null ? (part ?? quote) : (quote ?? part);
  return best ?? [whole, ...shorter].find((each) => each?.isTolerable === true)?.shown ?? null;
}

function checkAboutDocuments(text: string, passages: readonly RetrievedPassage[], question: string) {
  const known = factsOf([question, ...passages.map((passage) => passage.text)].join("\n"));
  const { names, words } = unknownWords(text, passages, question);
  if (!factsOf(text).isSubsetOf(known) || names.length > 0 || words.length > 2) return null;
  return { text: ofDocuments(text), support: 1, evidence: [] };
}

/** Where a final clause begins that can be dropped without changing the meaning of the rest. */
const droppable = new RegExp(
  String.raw`;\s+|,\s+(?:${claimWords("draws a conclusion")})\s+|,\s+and\s+(?=(?:${claimWords("begins a statement")})\s)`,
  "giu",
);

/** The claim without its last clauses, longest first. */
function shorterParts(claim: string): string[] {
  const cuts = [...claim.matchAll(droppable)]
    .map(({ index }) => claim.slice(0, index).trim())
    .filter((part) => countWords(part) > 4);
  return cuts.toReversed().map((part) => `${part}.`);
}

/** The claim, if nothing in it is unknown, and the rules for facts that it violates. */
function checkClaim(claim: string, material: Material) {
  const claimed = contentIfKnown(claim, material, keepLimits.wordsPerUnknown);
  const chosen = claimed === null ? [] : chooseEvidence(claimed, material.evidence, material.inQuestion);
  if (claimed === null || chosen.length === 0) return null;
  const support = supportOf(claimed, chosen, material.inQuestion, keepLimits.minKnown);
  // Every fact must be in the evidence, unless it comes from the question.
  const missing = missingFacts(claimed, chosen, material.inQuestion);
  if (support === null || missing === null || contradictsFigure(claim, missing, chosen, support)) return null;
  const violated = violatedRules(claim, chosen);
  return { sentence: { text: claim, support, evidence: toEvidence(chosen) }, violated };
}
