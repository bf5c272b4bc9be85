import { fold } from "../../language/fold.ts";
import { claimWords } from "./claim-words.ts";
import { hasNegation, stemsOf } from "./fact-rules.ts";

const opener = new RegExp(String.raw`^\s*(${claimWords("opens")})\b(?:[,.:;!–—-]|\s+(?=[,–—-]))\s*`, "iu");
const opensNo = new RegExp(String.raw`^\s*(?:${claimWords("opens no")})\b`, "iu");
const hedge = new RegExp(String.raw`^(?:${claimWords("hedges")})[,.:;–—-]\s*`, "iu");
const anyOfWords = (name: string): RegExp => new RegExp(String.raw`\b(?:${claimWords(name)})\b`, "u");
const permits = anyOfWords("permits");
const restricts = anyOfWords("restricts");
const obliges = anyOfWords("obliges");
/** The share of the question's words that a rule must contain to support a yes. */
const answeringShare = 0.5;

/** Splits "Yes, " or "No, " with what belongs to it, if there is one, from the rule that it is based on. */
export function splitOpener(text: string) {
  const found = opener.exec(text)?.[0] ?? "";
  if (found === "") return { opener: "", claim: text };
  const rest = text.slice(found.length);
  const more = hedge.exec(rest)?.[0] ?? "";
  const claim = rest.slice(more.length);
  if (!/\p{L}{2}.*\s.*\p{L}{2}/su.test(claim)) return { opener: "", claim: text };
  return { opener: found + more, claim };
}

/**
 * Whether the rule supports the yes or no: a no needs a rule that denies, a yes one that permits what was asked.
 * Otherwise the rule is given without the yes or no, which could not be checked by itself.
 */
export function supportsOpener(opening: string, claim: string, question: string): boolean {
  if (opensNo.test(opening)) return hasNegation(claim);
  const [folded, asked] = [fold(claim), fold(question)];
  if (hasNegation(claim) || hasNegation(opening) || obliges.test(asked) || restricts.test(folded))
    return false;
  const words = stemsOf(question);
  const claimStems = new Set(stemsOf(claim));
  const shared = words.filter((word) => claimStems.has(word)).length;
  return permits.test(folded) && shared >= words.length * answeringShare;
}

/** A claim that has lost its opener begins with a capital letter. */
export const capitalized = (text: string): string => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());
