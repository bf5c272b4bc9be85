import { fold } from "../../language/fold.ts";
import { hasNegation } from "./markers.ts";

const opener = /^\s*(yes|no|ja|nee|sim|não)\b(?:[,.:;!–—-]|\s+(?=[,–—-]))\s*/iu;
const evaded =
  /^(?:(?:not (?:yet|any ?more|quite|necessarily|really)|that is (?:not a problem|no problem|fine|ok(?:ay)?|right|correct)|you (?:are|can|do|may|must|need)(?: ?n[o’']t)?(?: (?:not|too late|cut off))?)[,.:;–—-]\s*)/iu;
const permits = /\b(?:may|can|allowed|entitled|is|are|has|have|covers?|includes?|gets?|mag|kan|pode)\b/u;
const restricts =
  /\b(?:only|except|unless|instead|otherwise|one|just|must|limited|free|enough|if|slegs|net)\b/u;
const obliges = /\b(?:must|have to|has to|need|needs|still|too late|problem|moet)\b/u;
/** So much of the question has to stand in the rule for a yes. */
const answeringShare = 0.5;

/** Parts "Yes, " or "No, " and what belongs to it, or nothing, from the rule that it is drawn from. */
export function partOpener(text: string) {
  const found = opener.exec(text)?.[0] ?? "";
  if (found === "") return { opener: "", claim: text };
  const rest = text.slice(found.length);
  const more = evaded.exec(rest)?.[0] ?? "";
  const claim = rest.slice(more.length);
  if (!/\p{L}{2}.*\s.*\p{L}{2}/su.test(claim)) return { opener: "", claim: text };
  return { opener: found + more, claim };
}

/**
 * Whether the rule decides the yes or no: a no with a rule that denies, a yes with one that permits what was asked.
 * Else the rule is said without it: of a yes or no alone nothing tells whether it is right.
 */
export function decides(
  said: string,
  claim: string,
  question: string,
  stems: (text: string) => string[],
): boolean {
  if (/^\s*(?:no|nee|não)\b/iu.test(said)) return hasNegation(claim);
  const [folded, asked] = [fold(claim), fold(question)];
  if (hasNegation(claim) || hasNegation(said) || obliges.test(asked) || restricts.test(folded)) return false;
  const words = stems(question);
  const known = new Set(stems(claim));
  const shared = words.filter((word) => known.has(word)).length;
  return permits.test(folded) && shared >= words.length * answeringShare;
}

/** A claim that has lost its opener begins with a capital letter. */
export const capitalized = (text: string): string => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());
