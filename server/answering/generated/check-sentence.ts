import { analyse } from "../../language/analyse.ts";
import { detectLanguage } from "../../language/detect.ts";
import { toLanguage, type Language } from "../../language/languages.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import type { TextSpan } from "../extractive/compose.ts";
import type { RetrievedTable } from "../tables/retrieved-table.ts";
import { isAboutDocuments, ofDocuments } from "./about-documents.ts";
import { readCitations } from "./citations.ts";
import { factsOf } from "./facts.ts";
import { chooseEvidence, evidenceUnitsOf, needsOf, type EvidenceUnit, type Needs } from "./evidence-units.ts";
import { measuresOf } from "./markers.ts";
import { objectionsTo, type Objection } from "./objections.ts";
import { doubtful, doubtfulUnquoted, doubtOf } from "./judge/claim-judge.ts";
import type { JudgedClaim } from "./judge/claim-features.ts";
import { isSpelledOut, ownWords } from "./names.ts";
import { capitalized, decides, partOpener } from "./opener.ts";
import { toPlainText } from "./plain-text.ts";
import { quotesOf, shortened, type Mentions } from "./quote-of.ts";

export interface CheckedSentence {
  text: string;
  /** Share of its content words that the sentences under it hold. */
  support: number;
  /** The sentences that it stands on, by the number of the passage, 0-based; none where it claims nothing. */
  evidence: { passage: number; spans: TextSpan[] }[];
  /** It is said in the documents' words instead of the model's. */
  isQuoted?: boolean;
}

export interface CheckOptions {
  /** The typed tables of the passages. */
  tables?: readonly RetrievedTable[];
  /** For a quote in the place of the sentence; 60 where nothing is said. */
  maxQuoteWords?: number;
  /** The judge of claims of which nothing is unknown, as log odds for its saying something else. */
  doubt?: (claim: JudgedClaim) => number;
}

interface Shares {
  /** Below this share of content words a claim says something else than its passage. */
  known: number;
  /** Words of the question count as known, but so much has to come from the passage. */
  grounded: number;
}
const toBeSaid: Shares = { known: 0.5, grounded: 0.3 };
/** Quotes are true whatever the claim is, so that it may be put more freely. */
const toBeQuoted: Shares = { known: 0.35, grounded: 0.3 };
const wordsForOneOwnQuoted = 2.5;
/** Sentences that stand in for one of the model's, and how many words they may have. */
const maxQuotedSentences = 2;
const maxWordsOfQuote = 60;
/** From this share of its words on a claim says again what the passage says. */
const restating = 0.6;
/** One word of its own in so many is a way of putting it; more are another subject. */
const wordsForOneOwn = 9;
const maxSentenceLength = 1_200;

/**
 * Holds a sentence of a model against the passages that it cites: what it says as far as they support it, null if
 * it cites none or one that does not exist, says a number or a name that they don't, or says something else. A
 * sentence that only says what the documents leave open claims nothing and needs no support. What passes the rules is
 * said in the model's words only where the judge does not doubt it.
 */
export function checkSentence(
  written: string,
  passages: readonly RetrievedPassage[],
  question: string,
  { tables = [], maxQuoteWords = maxWordsOfQuote, doubt = doubtOf }: CheckOptions = {},
): CheckedSentence | null {
  if (written.length > maxSentenceLength) return null;
  const { text: content, numbers } = readCitations(written);
  const text = toPlainText(content);
  if (!/\p{L}{2}/u.test(text) || isSpelledOut(text)) return null;
  if (isAboutDocuments(text)) return checkAboutDocuments(text, passages, question);
  const cited = numbers.flatMap((each) => {
    const passage = passages[each - 1];
    return passage === undefined ? [] : [{ index: each - 1, passage }];
  });
  if (cited.length === 0 || cited.length < numbers.length) return null;
  const { opener, claim } = partOpener(text);
  const evidence = cited.flatMap((each) => evidenceUnitsOf({ ...each, tables }));
  const languages = cited.map(({ passage }) => toLanguage(passage.language));
  const [language = "en"] = languages;
  const material: Material = {
    passages: cited.map(({ passage }) => passage),
    languages,
    evidence,
    question,
    asked: needsOf(question, languages),
  };
  const [whole = null, ...shorter] = partsOf(claim).map((part) => {
    const checked = checkClaim(part, material);
    if (checked === null) return null;
    const { sentence, objections } = checked;
    const odds = doubt({ claim: part, units: evidence, question, language, objections });
    const isSaid = opener !== "" && decides(opener, part, question, stemsOf);
    const said = { ...sentence, text: isSaid ? opener + part : capitalized(part) };
    return { said, isSure: odds < doubtful, isTolerable: odds < doubtfulUnquoted && objections.size === 0 };
  });
  if (whole?.isSure === true) return whole.said;
  const part = shorter.find((each) => each?.isSure === true)?.said ?? null;
  const quote = quoteInstead(claim, material, maxQuoteWords);
  // If the passages hold the whole claim, a quote says more than a part of it.
  const best = whole === null ? (part ?? quote) : (quote ?? part);
  return best ?? [whole, ...shorter].find((each) => each?.isTolerable === true)?.said ?? null;
}

/** What a claim is held against. */
interface Material {
  passages: RetrievedPassage[];
  /** Of the passages. */
  languages: Language[];
  evidence: EvidenceUnit[];
  question: string;
  asked: Needs;
}

/** What a claim needs; null where it has a name, or too many words, that neither passages nor question have. */
function needsIfKnown(
  claim: string,
  { passages, languages, question }: Material,
  wordsForOne: number,
): Needs | null {
  const needs = needsOf(claim, languages);
  const { names, words } = ownWords(claim, passages, question);
  return names.length > 0 || words.length * wordsForOne > needs.words.length ? null : needs;
}

/** The facts that the evidence doesn't hold; null where the question does not bring all of them. */
function missingFacts({ facts }: Needs, evidence: readonly EvidenceUnit[], asked: Needs): string[] | null {
  const missing = facts.difference(heldBy(evidence));
  if (isOfRand(evidence)) missing.delete("currency:zar");
  for (const fact of missing) if (isComputed(fact, facts) || isCount(fact, evidence)) missing.delete(fact);
  return missing.isSubsetOf(asked.facts) ? [...missing] : null;
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

/** Tables often leave the rand out: numbers alone in their cells are amounts if no other currency is named. */
const isOfRand = (evidence: readonly EvidenceUnit[]): boolean =>
  evidence.some(
    ({ row }) => row?.cells.some(({ isLabel, kind }) => !isLabel && kind === "number ") === true,
  ) &&
  evidence.every(({ holds }) =>
    [...holds].every((fact) => !fact.startsWith("currency:") || fact === "currency:zar"),
  );

const heldBy = (evidence: readonly EvidenceUnit[]): Set<string> =>
  new Set(evidence.flatMap(({ holds }) => [...holds]));

/**
 * Where the documents may say the same in another way, what they say: the sentences that the claim stands on. Null
 * where it says what they don't have at all.
 */
function quoteInstead(claim: string, material: Material, maxQuoteWords: number): CheckedSentence | null {
  const { languages, evidence, asked } = material;
  const needs = needsIfKnown(claim, material, wordsForOneOwnQuoted);
  const missing = needs && missingFacts(needs, evidence, asked);
  if (needs === null || missing === null) return null;
  const most = chooseEvidence(
    needs,
    evidence.filter(({ isHeading }) => !isHeading),
  );
  const best = most.slice(0, maxQuotedSentences);
  const relevance = (text: string) => sharedWith(needs, text, languages);
  const mentions: Mentions = {
    fact: (text) => [...factsOf(text)].some((fact) => !fact.startsWith("currency:") && needs.facts.has(fact)),
    word: (text) => relevance(text) > 0,
    mostWords: (text) => relevance(text) > needsOf(text, languages).words.length / 2,
  };
  for (const chosen of [
    ...listsThatFit(itemsOfOneList(most)),
    rowsOfOneTable(most, mentions.fact),
    best,
    best.slice(0, 1),
  ]) {
    if (chosen.length === 0) continue;
    const support = supportOf(needs, heldBy(chosen), asked, toBeQuoted);
    if (support === null) continue;
    const stray = missing.filter((fact) => !isCase(fact, claim, chosen));
    if (stray.length > 0 && contradictsFigure(claim, stray, chosen, support)) return null;
    const quote = toPlainText(quotesOf(chosen, mentions));
    const isShort = quote.split(/\s+/u).length <= maxQuoteWords;
    const text = isShort || chosen.length > 1 ? quote : shortened(quote, maxQuoteWords, relevance);
    if (text !== null && (isShort || chosen.length === 1))
      return { text, support, evidence: toEvidence(chosen), isQuoted: true };
  }
  return null;
}

/** Items of a list are quoted as many as are meant. */
function itemsOfOneList(units: EvidenceUnit[]): EvidenceUnit[] {
  const [first] = units;
  return units.filter(
    ({ lead, passage }) => lead !== null && lead === first?.lead && passage === first.passage,
  );
}

/** If they are rows of one table, those whose values hold a fact of the claim, or all if none do; else none. */
function rowsOfOneTable(units: EvidenceUnit[], hasFact: Mentions["fact"]): EvidenceUnit[] {
  const [first] = units;
  const isTable = units.every(
    ({ row }) => row !== null && row.table !== null && row.table === first?.row?.table,
  );
  if (!isTable) return [];
  const inOrder = units.toSorted((a, b) => a.start - b.start);
  const withFacts = inOrder.filter(({ row }) =>
    row?.cells.some((cell) => !cell.isLabel && hasFact(cell.text)),
  );
  return withFacts.length > 0 ? withFacts : inOrder;
}

/** All items, then without the longest and so on: as many are said as there is room for. */
function listsThatFit(items: EvidenceUnit[]): EvidenceUnit[][] {
  const byLength = items.toSorted((a, b) => a.text.length - b.text.length);
  return items.slice(1).map((_, left) => {
    const kept = new Set(byLength.slice(0, items.length - left));
    return items.filter((item) => kept.has(item));
  });
}

/** How many facts and words of the claim stand in a part of the evidence. */
function sharedWith({ words, facts }: Needs, text: string, languages: Language[]): number {
  const held = needsOf(text, languages);
  const terms = new Set(held.words.flat());
  const shared = words.filter((own) => own.some((term) => terms.has(term)));
  return facts.intersection(held.facts).size + shared.length;
}

function checkAboutDocuments(
  text: string,
  passages: readonly RetrievedPassage[],
  question: string,
): CheckedSentence | null {
  const known = factsOf([question, ...passages.map((passage) => passage.text)].join("\n"));
  const { names, words } = ownWords(text, passages, question);
  if (!factsOf(text).isSubsetOf(known) || names.length > 0 || words.length > 2) return null;
  return { text: ofDocuments(text), support: 1, evidence: [] };
}

/** What may be left out at the end without changing what is said before it. */
const droppable =
  /(?:;\s+|,\s+(?:so|and so|which means|meaning|dus)\s+|,\s+and\s+(?=(?:the|you|your|it|we|they|that|this)\s))/giu;

/** The claim as it stands, and then without its last clauses. */
function partsOf(claim: string): string[] {
  const cuts = [...claim.matchAll(droppable)]
    .map(({ index }) => claim.slice(0, index).trim())
    .filter((part) => part.split(/\s+/u).length > 4);
  return [claim, ...cuts.toReversed().map((part) => `${part}.`)];
}

/** The claim where nothing in it is unknown, and what the rules for facts object to. */
function checkClaim(
  claim: string,
  material: Material,
): { sentence: CheckedSentence; objections: Set<Objection> } | null {
  const needs = needsIfKnown(claim, material, wordsForOneOwn);
  const chosen = needs === null ? [] : chooseEvidence(needs, material.evidence);
  if (needs === null || chosen.length === 0) return null;
  const held = heldBy(chosen);
  const support = supportOf(needs, held, material.asked, toBeSaid);
  // Every fact stands in the passages; one that the question brings need not.
  const missing = missingFacts(needs, chosen, material.asked);
  if (support === null || missing === null || contradictsFigure(claim, missing, chosen, support)) return null;
  const objections = objectionsTo(claim, chosen, stemsOf);
  return { sentence: { text: claim, support, evidence: toEvidence(chosen) }, objections };
}

function stemsOf(text: string): string[] {
  const language = detectLanguage(text);
  return analyse(text, language === "und" ? "en" : language).map(({ term }) => term);
}

/** The share of the words that is known; null where it is too small. */
function supportOf({ words }: Needs, held: ReadonlySet<string>, asked: Needs, min: Shares): number | null {
  if (words.length === 0) return 1;
  const fromQuestion = new Set(asked.words.flat());
  const grounded = words.filter((terms) => terms.some((term) => held.has(term))).length;
  const known = words.filter((terms) =>
    terms.some((term) => held.has(term) || fromQuestion.has(term)),
  ).length;
  const share = grounded / words.length;
  if (share < min.grounded || known / words.length < min.known) return null;
  return share;
}

/** What the customer said stands in for no figure of the documents: "within 45 days" where they say thirty. */
function contradictsFigure(
  claim: string,
  missing: string[],
  chosen: EvidenceUnit[],
  support: number,
): boolean {
  if (support < restating) return false;
  const known = chosen.flatMap(({ text }) => measuresOf(text));
  const said = measuresOf(claim);
  return said
    .filter(({ fact }) => missing.includes(fact))
    .some(({ unit }) =>
      known.some((other) => other.unit === unit && !said.some(({ fact }) => fact === other.fact)),
    );
}

/**
 * Whether a figure of the claim is what the customer asks about rather than one in the place of the documents': "at 34
 * weeks" where they say from 32 to 36 weeks, and any number without a unit, such as an age.
 */
function isCase(fact: string, claim: string, chosen: EvidenceUnit[]): boolean {
  const valueOf = (measure: string) => Number(measure.split(":")[1]);
  const known = chosen.flatMap(({ text }) => measuresOf(text));
  return measuresOf(claim)
    .filter((said) => said.fact === fact)
    .every(({ unit }) => {
      // The first number of a range has no unit of its own.
      const limits = known
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
