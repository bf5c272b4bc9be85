import { toLanguage } from "../../language/languages.ts";
import type { TextSpan } from "../extractive/compose-unit.ts";
import {
  contentOf,
  evidenceUnitsOf,
  type CitedPassage,
  type ClaimContent,
  type EvidenceUnit,
} from "./evidence-units.ts";
import { measuresOf } from "./fact-rules.ts";
import { unknownWords } from "./names.ts";

export interface CheckedSentence {
  text: string;
  /** Share of its content words that are in its evidence, 0 to 1. */
  support: number;
  /** The spans that support it, by passage (0-based index); empty if it makes no claim. */
  evidence: { passage: number; spans: TextSpan[] }[];
  /** It was replaced by a quote from the documents. */
  isQuoted?: boolean;
}

/** Everything that a claim is checked against. */
export type Material = ReturnType<typeof materialOf>;

export function materialOf(cited: CitedPassage[], question: string) {
  const passages = cited.map(({ passage }) => passage);
  const languages = passages.map(({ language }) => toLanguage(language));
  const [language = "en"] = languages;
  const inQuestion = contentOf(question, languages);
  const evidence = cited.flatMap(evidenceUnitsOf);
  return { passages, languages, language, evidence, question, inQuestion };
}

/** What a claim says; null if it has a name, or too many words, that neither passages nor question have. */
export function contentIfKnown(
  claim: string,
  { passages, languages, question }: Material,
  wordsPerUnknown: number,
) {
  const claimed = contentOf(claim, languages);
  const { names, words } = unknownWords(claim, passages, question);
  return names.length > 0 || words.length * wordsPerUnknown > claimed.words.length ? null : claimed;
}

/** The facts that the evidence lacks; null unless the question contains all of them. */
export function missingFacts(
  { facts }: ClaimContent,
  evidence: readonly EvidenceUnit[],
  inQuestion: ClaimContent,
) {
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

export const termsAndFactsOf = (evidence: readonly EvidenceUnit[]): Set<string> =>
  new Set(evidence.flatMap(({ termsAndFacts }) => [...termsAndFacts]));

/** The share of content words that must be in the evidence. */
const minGrounded = 0.3;

/** The share of the words that are in the evidence; null if too few are there or known at all. */
export function supportOf(
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

/** From this support on, a claim counts as a restatement of its evidence. */
const minRestatementSupport = 0.6;

/** Whether the customer's figure replaces the documents' one: "within 45 days" where they say thirty. */
export function contradictsFigure(claim: string, missing: string[], chosen: EvidenceUnit[], support: number) {
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

export function toEvidence(chosen: EvidenceUnit[]): CheckedSentence["evidence"] {
  return [...Map.groupBy(chosen, ({ passage }) => passage)].map(([passage, units]) => ({
    passage,
    spans: units.map(({ start, end }) => ({ start, end })).toSorted((a, b) => a.start - b.start),
  }));
}
