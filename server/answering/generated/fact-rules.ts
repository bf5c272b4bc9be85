import { analyseDetected } from "../../language/analyse.ts";
import { fold } from "../../language/fold.ts";
import { sentenceCues } from "../../language/sentence-cues.ts";
import { stem } from "../../language/stem.ts";
import { timeAdjectives } from "../../language/value-words.ts";
import { claimPatterns, claimWords } from "./claim-words.ts";
import type { EvidenceUnit } from "./evidence-units.ts";
import { factsOf, numberWord } from "./facts.ts";

// Function words that change the meaning of a sentence but not its subject: bounds, deadlines, rates, negation. They are
// compared in their context, not as content words.

const unitWords = claimWords("unit");
const units = new Set(
  `${unitWords}|${claimWords("unit of figures")}`.split("|").map((word) => stem(word, "en")),
);

type Bound = "least" | "most" | "before" | "after";
const bounds = claimPatterns("bound") as [Bound, RegExp][];
const boundsBehind = (["least", "most"] as const).map(
  (bound) => [bound, new RegExp(`^\\W*(?:${claimWords(`behind ${bound}`)})`, "u")] as const,
);
const opposite: Record<Bound, Bound> = { least: "most", most: "least", before: "after", after: "before" };

const wordOrNumber = /[\p{L}\p{M}]+(?:[-'’][\p{L}\p{M}]+)*|\d[\d.,:]*(?:[ \u00a0]\d{3}(?!\d))*(?:,\d+)?%?/gu;

/** The numbers of a text, as `factsOf` names them, with their units and the words that bound them. */
export function measuresOf(text: string) {
  const folded = fold(text);
  const tokens = [...folded.matchAll(wordOrNumber)];
  return tokens.flatMap((token, at) => {
    const [fact] = [...factsOf(token[0])].filter((each) => each.startsWith("number:"));
    if (fact === undefined) return [];
    const unit = unitAfter(folded, tokens, at);
    const before = folded.slice(Math.max(0, token.index - 26), token.index);
    const behind = folded.slice(token.index + token[0].length, token.index + token[0].length + 14);
    return [{ fact, unit, bound: boundOf(before, behind) }];
  });
}

/** The unit among the two words after a number, before the next number or cell: "R175.90 | 21 days" has none. */
function unitAfter(text: string, tokens: readonly RegExpExecArray[], at: number): string | null {
  let end = endOf(tokens[at]);
  for (const token of tokens.slice(at + 1, at + 3)) {
    if (/\d/u.test(token[0]) || text.slice(end, token.index).includes("|")) return null;
    const word = stem(token[0], "en");
    if (units.has(word)) return word;
    end = endOf(token);
  }
  return null;
}

const endOf = (token: RegExpExecArray | undefined): number =>
  token === undefined ? 0 : token.index + token[0].length;

function boundOf(before: string, behind: string): Bound | null {
  // Words before a comma or another number do not belong to this number.
  const near = before.split(/[,;:()|\d]/u).at(-1) ?? "";
  const [bound] =
    bounds.find(([, pattern]) => pattern.test(near)) ??
    boundsBehind.find(([, pattern]) => pattern.test(behind)) ??
    [];
  return bound ?? null;
}

/** The rules for facts that a claim may violate; the judge weighs them. */
export const factRules = ["measure", "rate", "bound", "denial"] as const;
export type FactRule = (typeof factRules)[number];

/** `chosen` is the evidence of the claim. */
export function violatedRules(claim: string, chosen: EvidenceUnit[]): Set<FactRule> {
  const all = chosen.map((unit) => unit.contextText).join("\n");
  const agrees: Record<FactRule, boolean> = {
    measure: measuresAgree(claim, all),
    rate: ratesAgree(claim, all),
    bound: boundsAgree(claim, all),
    denial: negationsAgree(claim, chosen),
  };
  return new Set(factRules.filter((each) => !agrees[each]));
}

/** Whether every number that is also in the evidence has the same unit and no opposite bound there. */
function measuresAgree(claim: string, evidenceText: string): boolean {
  const evidenceMeasures = measuresOf(evidenceText);
  return measuresOf(claim).every(({ fact, unit, bound }) => {
    const same = evidenceMeasures.filter((each) => each.fact === fact);
    if (same.length === 0) return true;
    // A number without a unit may number a list item or a section.
    const withUnit = same.filter((each) => each.unit !== null);
    if (unit !== null && withUnit.length > 0 && !withUnit.some((each) => each.unit === unit)) return false;
    return bound === null || !same.every((each) => each.bound !== null && each.bound === opposite[bound]);
  });
}

/** A bound in a claim, and what its evidence must have. */
const boundPairs = claimPatterns("claimed").map(
  ([bound, claimed]) => [claimed, new RegExp(claimWords(`needed ${bound}`), "u")] as const,
);
const numberUnit = new RegExp(
  String.raw`\b(?:\d[\d.,]*|${numberWord})[ -](?:(?:${timeAdjectives}) )?(${unitWords})s?\b`,
  "gu",
);

/**
 * Whether the evidence has a bound of the same kind for each bound of the claim, the same units of counted things, and
 * no "before" for an "after".
 */
function boundsAgree(claim: string, evidenceText: string): boolean {
  const [claimed, stated] = [fold(claim), fold(evidenceText)];
  if (boundPairs.some(([bound, counterpart]) => bound.test(claimed) && !counterpart.test(stated)))
    return false;
  const separated = stated.replace(/(\d)-(?=\p{L})/gu, "$1 ");
  const counted = [...claimed.matchAll(numberUnit)].map(([, unit = ""]) => unit);
  const isStated = (unit: string) =>
    separated.includes(unit) || abbreviated.get(unit)?.test(separated) === true;
  return counted.every(isStated) && !swapsOrder(claimed, stated);
}

const abbreviated = new Map(claimPatterns("short for"));

const orderPattern = /\b(before|after)\b((?:\W+\p{L}+|\W+\d[\d:.,]*){1,4})/gu;

/** "Before your first shift" where the documents say after it. */
function swapsOrder(claim: string, evidenceText: string): boolean {
  const inEvidence = [...evidenceText.matchAll(orderPattern)].map(([, word = "", rest = ""]) => ({
    word,
    next: contentWordsOf(rest),
  }));
  return [...claim.matchAll(orderPattern)].some(([, word, rest = ""]) => {
    const next = contentWordsOf(rest);
    const about = inEvidence.filter((each) => each.next.some((one) => next.includes(one)));
    return about.length > 0 && about.every((each) => each.word !== word);
  });
}

const contentWordsOf = (text: string): string[] =>
  (text.match(/\p{L}{3,}|\d[\d:.,]*/gu) ?? [])
    .map((word) => stem(word, "en"))
    .filter((word) => !/^(?:the|your|you|this|that|have|has|and|for|are|was|not|its)$/u.test(word));

const ratePattern = new RegExp(
  String.raw`(?:\bper\b|\ba\b|\ban\b|\beach\b|\bevery\b|\/) ?(${unitWords}|${claimWords("charged per")})\b`,
  "gu",
);
const rateWords = new Map(claimPatterns("rate").map(([unit, { source }]) => [source, unit]));

/** The units of rates: "per month", "a year", "weekly". */
function ratesOf(text: string): Set<string> {
  const folded = fold(text);
  const found = new Set([...folded.matchAll(ratePattern)].map(([, unit = ""]) => unit));
  for (const [word] of folded.matchAll(/\p{L}+/gu))
    if (/ly$|annu/u.test(word) && rateWords.has(word)) found.add(rateWords.get(word) ?? "");
  return found;
}

/** Whether the evidence has the unit of each rate of the claim, such as "per month". */
function ratesAgree(claim: string, evidenceText: string): boolean {
  const stated: string[] = fold(evidenceText).match(/\p{L}+/gu) ?? [];
  const words = new Set(stated.map((word) => rateWords.get(word) ?? word.replace(/s$/u, "")));
  return [...ratesOf(claim)].every((unit) => words.has(unit));
}

const negator = new RegExp(String.raw`\b(?:${sentenceCues("negates a claim")})\b|n[’']t\b`, "u");
/** Words that negate the list items under them without a "not". */
const denying = new RegExp(String.raw`\b(?:${sentenceCues("excludes a list")})\b`, "u");

/** How many content words after a "not" it may negate. */
const maxNegatedWords = 5;

export const hasNegation = (text: string): boolean => negator.test(fold(text).replace(noDenial, " "));

/** The stems of a text's content words. */
export const stemsOf = (text: string): string[] => analyseDetected(text).map(({ term }) => term);

/** Whether the claim negates what its evidence negates, and nothing else. */
function negationsAgree(claim: string, evidence: EvidenceUnit[]): boolean {
  const claimNegations = negatedWords(claim);
  const evidenceNegations = evidence.flatMap(negatedWordsOf);
  // "Not covered:" over a list negates each of its items.
  const listed = evidence.flatMap(({ text, headingText }) =>
    negator.test(fold(headingText)) || denying.test(fold(headingText)) ? [stemsOf(text)] : [],
  );
  const headingNegations = [...new Set(evidence.map(({ headingText }) => headingText))].flatMap(negatedWords);
  if (!pairUp(claimNegations, [...evidenceNegations, ...listed, ...headingNegations])) return false;
  // The claim must not affirm what the evidence negates.
  const claimStems = new Set(stemsOf(claim));
  const isMentioned = (words: string[]) =>
    words.filter((word) => claimStems.has(word)).length >= words.length * deniedShare;
  // One "not" of the claim may be about several rows.
  const mentionedNegations = distinct(evidenceNegations.filter(isMentioned));
  return (
    (!listed.some(isMentioned) || claimNegations.length > 0 || negator.test(fold(claim))) &&
    pairUp(mentionedNegations, claimNegations)
  );
}

const distinct = (windows: string[][]): string[][] => [
  ...new Map(windows.map((words) => [words.join(" "), words])).values(),
];

/** As `negatedWords`, for a sentence or row: a "No" in a row negates the heading over it, and no other cell. */
function negatedWordsOf({ text, row }: EvidenceUnit): string[][] {
  if (row === null) return negatedWords(text);
  return row.cells.flatMap(({ says, heading, text: cell }) =>
    says === "no" && heading !== "" ? [stemsOf(heading)] : negatedWords(cell),
  );
}

/** Whether each window matches a different one of the others. */
function pairUp(windows: string[][], others: string[][]): boolean {
  const free = [...others];
  return windows.every((words) => {
    // Two windows of words are about the same thing if they share most words of the shorter one.
    const at = free.findIndex((other) => {
      const shared = words.filter((word) => other.includes(word)).length;
      return shared >= Math.min(words.length, other.length) * meetingShare;
    });
    if (at >= 0) free.splice(at, 1);
    return at >= 0;
  });
}

/** The share of words that two windows around a "not" must have in common to match. */
const meetingShare = 0.6;
/** The share of the words negated in the evidence from which on the claim mentions them. */
const deniedShare = 0.5;

const noDenial =
  /\b(?:not|no|never)(?: be)? (?:more|less|later|earlier|fewer|longer|only|over|under|above|below)(?: than)?\b/gu;

/** Where a negation ends: "nobody is let in without a permit, which the office issues" negates no office. */
const negationEnd = /[.;:|]|,\s(?=(?:which|who|whose|where|but|so|maar|terwyl)\s)/u;

/** For each "not" of a text, the content words around it that it may negate. */
function negatedWords(text: string): string[][] {
  const folded = fold(text)
    .replace(/\bno longer\b/gu, "not")
    .replace(noDenial, " ");
  return [...folded.matchAll(new RegExp(negator.source, "gu"))].map((match) => {
    const clause = folded.slice(match.index + match[0].length).split(negationEnd)[0] ?? "";
    const lead = (folded.slice(0, match.index).split(negationEnd).at(-1) ?? "").slice(-60);
    return [...stemsOf(lead).slice(-3), ...stemsOf(clause).slice(0, maxNegatedWords)];
  });
}
