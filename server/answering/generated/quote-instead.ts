import { countWords } from "../../language/count-words.ts";
import type { Language } from "../../language/languages.ts";
import {
  contentIfKnown,
  contradictsFigure,
  missingFacts,
  supportOf,
  termsAndFactsOf,
  toEvidence,
  type CheckedSentence,
  type Material,
} from "./claim-material.ts";
import {
  chooseEvidence,
  contentOf,
  isSameTable,
  type ClaimContent,
  type EvidenceUnit,
} from "./evidence-units.ts";
import { hasNegation, measuresOf } from "./fact-rules.ts";
import { factsOf } from "./facts.ts";
import { toPlainText } from "./plain-text.ts";
import { quotesOf, shortened, type Mentions } from "./quote-evidence.ts";

/** Lower, because a quote is true however freely the claim was worded. */
const quoteLimits = { minKnown: 0.35, wordsPerUnknown: 2.5 };

/** Limits of a quote that replaces a sentence of the model. */
const maxQuotedSentences = 2;

/**
 * Quotes the evidence in place of a claim that may only be worded differently; the text is empty if all of it was said.
 * Null if the claim has names, words or facts that the documents lack.
 */
export function quoteInstead(
  claim: string,
  material: Material,
  { maxQuoteWords, said }: { maxQuoteWords: number; said: string },
): CheckedSentence | null {
  const { languages, evidence, inQuestion } = material;
  const claimed = contentIfKnown(claim, material, quoteLimits.wordsPerUnknown);
  const missing = claimed && missingFacts(claimed, evidence, inQuestion);
  if (claimed === null || missing === null) return null;
  const statements = evidence.filter(({ isHeading }) => !isHeading);
  const most = chooseEvidence(claimed, statements, inQuestion);
  const best = most.slice(0, maxQuotedSentences);
  const mentions = mentionsOf(claim, claimed, material);
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
    const text =
      isShort || unsaid.length > 1
        ? quote
        : shortened(quote, maxQuoteWords, (part) => sharedWith(claimed, part, languages));
    if (text !== null && (isShort || unsaid.length === 1))
      return { text, support, evidence: toEvidence(unsaid), isQuoted: true };
  }
  return null;
}

function mentionsOf(claim: string, claimed: ClaimContent, { languages, inQuestion }: Material): Mentions {
  const hasMost = (content: ClaimContent, text: string) =>
    sharedWith(content, text, languages) > contentOf(text, languages).words.length / 2;
  return {
    fact: (text) =>
      [...factsOf(text)].some((fact) => !fact.startsWith("currency:") && claimed.facts.has(fact)),
    word: (text) => sharedWith(claimed, text, languages) > 0,
    mostWords: (text) => hasMost(claimed, text),
    heading: (text) => hasMost(claimed, text) || hasMost(inQuestion, text),
    denies: hasNegation(claim),
  };
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
