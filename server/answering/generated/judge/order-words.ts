import { answerLanguages } from "../../../language/answer-language.ts";
import { fold } from "../../../language/fold.ts";
import { readNamed } from "../../../language/language-data.ts";
import { claimPatterns, claimWords } from "../claim-words.ts";
import { hasNegation } from "../fact-rules.ts";

/** "A and B" where the documents say "A or B", or the other way round. */
export function swapsAndOr(claim: string, evidence: string): boolean {
  const inEvidence = new Map(joinsOf(evidence).map(({ word, ...sides }) => [JSON.stringify(sides), word]));
  return joinsOf(claim).some(({ word, ...sides }) => {
    const there = inEvidence.get(JSON.stringify(sides));
    return there !== undefined && there !== word;
  });
}

const join = new RegExp(
  String.raw`(\p{L}{2,}|\d[\d.,]*)['’]?s? (${claimWords("joins")}) (?:(?:the|a|an|his|her|your|their|die|'n) )*(\p{L}{2,}|\d[\d.,]*)`,
  "gu",
);
const either = new Set(claimWords("joins either").split("|"));

const joinsOf = (text: string) =>
  [...fold(text).matchAll(join)].map(([, one = "", word = "", other = ""]) => ({
    one: one.slice(0, 6),
    other: other.slice(0, 6),
    word: either.has(word) ? "or" : "and",
  }));

const range = /(\d{1,2}[:h]\d\d|midnight|midday|noon)(?: on [\p{L} ]{3,20})? (?:to|until|tot|-|–) (\d{1,2}[:h]\d\d|midnight|midday|noon)/gu; // prettier-ignore
const timeAfter = (name: string): RegExp =>
  new RegExp(String.raw`\b(?:${claimWords(name)})\W+(?:\p{L}+\W+){0,3}?(\d{1,2}[:h]\d\d)`, "gu");
const begins = timeAfter("begins at");
const ends = timeAfter("ends at");

/** "Opens at 17:00" where the documents say "08:00 to 17:00". */
export function reversesRange(claim: string, evidence: string): boolean {
  const foldedClaim = fold(claim);
  const ranges = [...fold(evidence).matchAll(range)].map(([, from, to]) => [bare(from), bare(to)] as const);
  const isOnly = (time: string, side: 0 | 1) =>
    ranges.some((each) => each[side] === time) && !ranges.some((each) => each[1 - side] === time);
  return (
    [...foldedClaim.matchAll(begins)].some(([, time]) => isOnly(bare(time), 1)) ||
    [...foldedClaim.matchAll(ends)].some(([, time]) => isOnly(bare(time), 0))
  );
}

const bare = (time = ""): string => time.replace("h", ":").replace(/^0(?=\d)/u, "");

const contrast = new RegExp(String.raw`(?<!\p{L})(?:${claimWords("contrasts")})\s+([^,;:.()]+)`, "gu");
const words = (text: string): string[] => text.match(/\p{L}{3,}/gu) ?? [];

/** "Cash, not cards" where the documents say "cards, not cash". */
export function reversesContrast(claim: string, evidence: string): boolean {
  const [inClaim, inEvidence] = [contrastsOf(claim), contrastsOf(evidence)];
  const swaps = (one: typeof inClaim, other: typeof inClaim) =>
    !one.denied.difference(one.affirmed).isDisjointFrom(other.affirmed.difference(other.denied));
  return swaps(inClaim, inEvidence) && swaps(inEvidence, inClaim);
}

function contrastsOf(text: string): { denied: Set<string>; affirmed: Set<string> } {
  const folded = fold(text);
  return {
    denied: new Set([...folded.matchAll(contrast)].flatMap(([, phrase = ""]) => words(phrase))),
    affirmed: new Set(words(folded.replace(contrast, " "))),
  };
}

const whens = new Map(claimPatterns("when").map(([when, { source }]) => [source, when]));
const whenPhrase = new RegExp(
  String.raw`(?<!\p{L})(${[...whens.keys()].join("|")})((?:[^\p{L}\d.;:]+[\p{L}\d]+){1,4})`,
  "gu",
);
const functionWords = new Set(claimWords("function word").split("|"));

/** "After the trial" where the documents say "during the trial", or "until" it. */
export function changesTime(claim: string, evidence: string): boolean {
  const inEvidence = whensIn(evidence);
  return whensIn(claim).some(({ when, about, isDenied }) => {
    const same = inEvidence.filter(
      (each) => each.about[0] === about[0] && (about.length < 2 || each.about.includes(about[1] ?? "")),
    );
    // "Not open until nine" means "open after nine".
    const isComparable = (each: (typeof inEvidence)[number]) =>
      each.isDenied === isDenied || [each.when, when].includes("during");
    return same.length > 0 && same.every((each) => each.when !== when && isComparable(each));
  });
}

const whensIn = (text: string) =>
  fold(text)
    .split(/;\s|\.\s/u)
    .flatMap((sentence) =>
      [...sentence.matchAll(whenPhrase)].flatMap(([, phrase = "", rest = ""]) => {
        const when = whens.get(phrase);
        const about = (rest.match(/\p{L}{3,}|\d+/gu) ?? []).filter((word) => !functionWords.has(word));
        return when === undefined || about.length === 0
          ? []
          : [{ when, about: about.slice(0, 2), isDenied: hasNegation(sentence) }];
      }),
    );

const opposites = new Map<string, Set<string>>();
for (const pair of readNamed("opposites", answerLanguages, "opposite")) {
  const [one = "", other = ""] = pair.split(" ");
  opposites.set(one, (opposites.get(one) ?? new Set()).add(other));
  opposites.set(other, (opposites.get(other) ?? new Set()).add(one));
}

/** Whether the evidence has the opposite of a word of the claim, but not the word itself. */
export function saysOpposite(claim: string, evidence: string): boolean {
  const [inClaim, inEvidence] = [wordsOf(claim), wordsOf(evidence)];
  return [...inClaim].some((word) => {
    if (inEvidence.has(word)) return false;
    const others = [...(opposites.get(word) ?? []), `un${word}`, word.replace(/^(?:un|non)-?/u, "")];
    return others.some((other) => other !== word && inEvidence.has(other) && !inClaim.has(other));
  });
}

const wordsOf = (text: string): Set<string> => new Set(fold(text).match(/\p{L}+/gu));
