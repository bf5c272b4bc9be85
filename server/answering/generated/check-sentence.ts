import { countWords } from "../../language/count-words.ts";
import { toLanguage, type Language } from "../../language/languages.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import type { TextSpan } from "../extractive/compose-unit.ts";
import type { RetrievedTable } from "../tables/retrieved-table.ts";
import { isAboutDocuments, ofDocuments } from "./about-documents.ts";
import { claimWords } from "./claim-words.ts";
import { readCitations } from "./citations.ts";
import { factsOf } from "./facts.ts";
import {
  chooseEvidence,
  evidenceUnitsOf,
  isSameTable,
  type EvidenceUnit,
  contentOf,
  type CitedPassage,
  type ClaimContent,
} from "./evidence-units.ts";
import { hasNegation, measuresOf, violatedRules } from "./fact-rules.ts";
import { maxDoubt, maxDoubtWithoutQuote, doubtOf } from "./judge/claim-judge.ts";
import type { JudgedClaim } from "./judge/claim-comparison.ts";
import { isSpelledOut, unknownWords } from "./names.ts";
import { capitalized, supportsOpener, splitOpener } from "./opener.ts";
import { toPlainText } from "./plain-text.ts";
import { quotesOf, shortened, type Mentions } from "./quote-evidence.ts";

export interface CheckedSentence {
  text: string;
  /** Share of its content words that are in its evidence, 0 to 1. */
  support: number;
  /** The spans that support it, by passage (0-based index); empty if it makes no claim. */
  evidence: { passage: number; spans: TextSpan[] }[];
  /** It was replaced by a quote from the documents. */
  isQuoted?: boolean;
}

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
/** Lower, because a quote is true however freely the claim was worded. */
const quoteLimits = { minKnown: 0.35, wordsPerUnknown: 2.5 };
/** The share of content words that must be in the evidence. */
const minGrounded = 0.3;
/** Limits of a quote that replaces a sentence of the model. */
const maxQuotedSentences = 2;
const maxWordsOfQuote = 60;
/** From this support on, a claim counts as a restatement of its evidence. */
const minRestatementSupport = 0.6;
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

/** Everything that a claim is checked against. */
type Material = ReturnType<typeof materialOf>;

function materialOf(cited: CitedPassage[], question: string) {
  const passages = cited.map(({ passage }) => passage);
  const languages = passages.map(({ language }) => toLanguage(language));
  const [language = "en"] = languages;
  const inQuestion = contentOf(question, languages);
  const evidence = cited.flatMap(evidenceUnitsOf);
  return { passages, languages, language, evidence, question, inQuestion };
}

/** What a claim says; null if it has a name, or too many words, that neither passages nor question have. */
function contentIfKnown(claim: string, { passages, languages, question }: Material, wordsPerUnknown: number) {
  const claimed = contentOf(claim, languages);
  const { names, words } = unknownWords(claim, passages, question);
  return names.length > 0 || words.length * wordsPerUnknown > claimed.words.length ? null : claimed;
}

/** The facts that the evidence lacks; null unless the question contains all of them. */
function missingFacts({ facts }: ClaimContent, evidence: readonly EvidenceUnit[], inQuestion: ClaimContent) {
  const missing = facts.difference(termsAndFactsOf(evidence));
  if (missing.has("currency:zar") && isOfRand(evidence)) missing.delete("currency:zar");
  for (const fact of missing) if (isComputed(fact, facts) || isCount(fact, evidence)) missing.delete(fact);
  return missing.isSubsetOf(inQuestion.facts) ? [...missing] : null;
}

/** Whether a number is the sum or the product of two others of the claim: "R 1 285 each, which makes R 5 140 for four". */
function isComputed(fact: string, facts: ReadonlySet<string>): boolean {
  const numberOf = (each: string) =>
    each.startsWith("number:") ? Number(each.slice("number:".length)) : Number.NaN;
  const result = numberOf(fact);
  const others = [...facts].filter((each) => each !== fact).map(numberOf);
  return others.some((one, at) =>
    others.slice(at + 1).some((two) => one * two === result || one + two === result),
  );
}

/** Whether a number counts the rows that the claim lists: "Three clubs open before 05:00: …". */
const isCount = (fact: string, evidence: readonly EvidenceUnit[]): boolean =>
  evidence.length > 1 && fact === `number:${evidence.length}` && evidence.every(({ row }) => row !== null);

/** Tables often omit the rand sign: bare numbers in their cells are amounts if no other currency is named. */
const isOfRand = (evidence: readonly EvidenceUnit[]): boolean =>
  evidence.some(
    ({ row }) =>
      row?.cells.some(({ isLabel, kind, unit }) => !isLabel && kind === "number" && unit === "") === true,
  ) &&
  evidence.every(({ termsAndFacts }) =>
    [...termsAndFacts].every((fact) => !fact.startsWith("currency:") || fact === "currency:zar"),
  );

const termsAndFactsOf = (evidence: readonly EvidenceUnit[]): Set<string> =>
  new Set(evidence.flatMap(({ termsAndFacts }) => [...termsAndFacts]));

/**
 * Quotes the evidence in place of a claim that may only be worded differently; the text is empty if all of it was said.
 * Null if the claim has names, words or facts that the documents lack.
 */
function quoteInstead(
  claim: string,
  material: Material,
  { maxQuoteWords, said }: Required<Pick<CheckOptions, "maxQuoteWords" | "said">>,
): CheckedSentence | null {
  const { languages, evidence, inQuestion } = material;
  const claimed = contentIfKnown(claim, material, quoteLimits.wordsPerUnknown);
  const missing = claimed && missingFacts(claimed, evidence, inQuestion);
  if (claimed === null || missing === null) return null;
  const statements = evidence.filter(({ isHeading }) => !isHeading);
  const most = chooseEvidence(claimed, statements, inQuestion);
  const best = most.slice(0, maxQuotedSentences);
  const relevance = (text: string) => sharedWith(claimed, text, languages);
  const isMostly = (text: string, shared: number) => shared > contentOf(text, languages).words.length / 2;
  const mentions: Mentions = {
    fact: (text) =>
      [...factsOf(text)].some((fact) => !fact.startsWith("currency:") && claimed.facts.has(fact)),
    word: (text) => relevance(text) > 0,
    mostWords: (text) => isMostly(text, relevance(text)),
    heading: (text) =>
      isMostly(text, relevance(text)) || isMostly(text, sharedWith(inQuestion, text, languages)),
    denies: hasNegation(claim),
  };
  const lists = listsThatFit(itemsOfOneList(most));
  const rows = rowsOfOneTable(most, mentions.fact);
  const isEnough = best.length > 0 && holdsNearlyAll(claimed, best.slice(0, 1));
  for (const chosen of [...lists, rows, ...(isEnough ? [] : [best]), best.slice(0, 1)]) {
    if (chosen.length === 0) continue;
    const support = supportOf(claimed, chosen, inQuestion, quoteLimits.minKnown);
    if (support === null) continue;
    const stray = missing.filter((fact) => !isCase(fact, claim, chosen));
    if (stray.length > 0 && contradictsFigure(claim, stray, chosen, support)) return null;
    const unsaid = chosen.filter((unit) => !said.includes(toPlainText(quotesOf([unit], mentions))));
    if (unsaid.length === 0) return { text: "", support, evidence: [], isQuoted: true };
    const quote = toPlainText(quotesOf(unsaid, mentions));
    const isShort = countWords(quote) <= maxQuoteWords;
    const text = isShort || unsaid.length > 1 ? quote : shortened(quote, maxQuoteWords, relevance);
    if (text !== null && (isShort || unsaid.length === 1))
      return { text, support, evidence: toEvidence(unsaid), isQuoted: true };
  }
  return null;
}

/** From this share of a claim's words on, and with all of its facts, a second unit adds nothing to a quote. */
const minHeld = 0.7;

function holdsNearlyAll({ words, facts }: ClaimContent, units: readonly EvidenceUnit[]): boolean {
  const held = termsAndFactsOf(units);
  const isHeld = (terms: string[]) => terms.some((term) => held.has(term));
  return facts.isSubsetOf(held) && words.filter(isHeld).length >= words.length * minHeld;
}

/** The units that are items of the same list as the first one. */
function itemsOfOneList(units: EvidenceUnit[]): EvidenceUnit[] {
  const [first] = units;
  return units.filter(
    ({ lead, passage }) => lead !== null && lead === first?.lead && passage === first.passage,
  );
}

/** If all are rows of one table: those whose values contain a fact of the claim, or all if none do. Else none. */
function rowsOfOneTable(units: EvidenceUnit[], hasFact: Mentions["fact"]): EvidenceUnit[] {
  const [first] = units;
  if (!units.every((unit) => isSameTable(unit, first))) return [];
  const inOrder = units.toSorted((a, b) => a.start - b.start);
  const withFacts = inOrder.filter(({ row }) =>
    row?.cells.some((cell) => !cell.isLabel && hasFact(cell.text)),
  );
  return withFacts.length > 0 ? withFacts : inOrder;
}

/** All items, then without the longest, and so on: the caller takes the first list that fits. */
function listsThatFit(items: EvidenceUnit[]): EvidenceUnit[][] {
  const byLength = items.toSorted((a, b) => a.text.length - b.text.length);
  return items.slice(1).map((_, left) => {
    const kept = new Set(byLength.slice(0, items.length - left));
    return items.filter((item) => kept.has(item));
  });
}

/** How many facts and words of the claim are in a text. */
function sharedWith({ words, facts }: ClaimContent, text: string, languages: Language[]): number {
  const inText = contentOf(text, languages);
  const terms = new Set(inText.words.flat());
  const shared = words.filter((own) => own.some((term) => terms.has(term)));
  return facts.intersection(inText.facts).size + shared.length;
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

/** The share of the words that are in the evidence; null if too few are there or known at all. */
function supportOf(
  { words }: ClaimContent,
  chosen: readonly EvidenceUnit[],
  inQuestion: ClaimContent,
  minKnown: number,
): number | null {
  if (words.length === 0) return 1;
  const shareIn = (terms: ReadonlySet<string>) =>
    words.filter((word) => word.some((term) => terms.has(term))).length / words.length;
  const inEvidence = termsAndFactsOf(chosen);
  const grounded = shareIn(inEvidence);
  const known = shareIn(inEvidence.union(new Set(inQuestion.words.flat())));
  return grounded < minGrounded || known < minKnown ? null : grounded;
}

/** Whether the customer's figure replaces the documents' one: "within 45 days" where they say thirty. */
function contradictsFigure(claim: string, missing: string[], chosen: EvidenceUnit[], support: number) {
  if (support < minRestatementSupport) return false;
  const evidenceMeasures = chosen.flatMap(({ text }) => measuresOf(text));
  const claimMeasures = measuresOf(claim);
  return claimMeasures
    .filter(({ fact }) => missing.includes(fact))
    .some(({ unit }) =>
      evidenceMeasures.some(
        (other) => other.unit === unit && !claimMeasures.some(({ fact }) => fact === other.fact),
      ),
    );
}

/**
 * Whether a figure of the claim describes the customer's case instead of replacing the documents' figure: "at 34 weeks"
 * where they say from 32 to 36 weeks, and any number without a unit, such as an age.
 */
function isCase(fact: string, claim: string, chosen: EvidenceUnit[]): boolean {
  const valueOf = (measure: string) => Number(measure.split(":")[1]);
  const evidenceMeasures = chosen.flatMap(({ text }) => measuresOf(text));
  return measuresOf(claim)
    .filter((each) => each.fact === fact)
    .every(({ unit }) => {
      // The first number of a range has no unit of its own.
      const limits = evidenceMeasures
        .filter((each) => each.unit === unit || each.unit === null)
        .map((each) => valueOf(each.fact));
      return unit === null || (Math.min(...limits) < valueOf(fact) && valueOf(fact) < Math.max(...limits));
    });
}

function toEvidence(chosen: EvidenceUnit[]): CheckedSentence["evidence"] {
  return [...Map.groupBy(chosen, ({ passage }) => passage)].map(([passage, units]) => ({
    passage,
    spans: units.map(({ start, end }) => ({ start, end })).toSorted((a, b) => a.start - b.start),
  }));
}
