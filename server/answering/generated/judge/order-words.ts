import { fold } from "../../../language/fold.ts";

/** "A and B" where the documents say "A or B", or the other way about. */
export function exchangesAndOr(claim: string, evidence: string): boolean {
  const held = new Map(joinsOf(evidence).map(({ word, ...sides }) => [JSON.stringify(sides), word]));
  return joinsOf(claim).some(({ word, ...sides }) => {
    const there = held.get(JSON.stringify(sides));
    return there !== undefined && there !== word;
  });
}

const join = /(\p{L}{2,}|\d[\d.,]*)['’]?s? (and|or|en|of|noma|kanye) (?:(?:the|a|an|his|her|your|their|die|'n) )*(\p{L}{2,}|\d[\d.,]*)/gu; // prettier-ignore
const either = new Set(["or", "of", "noma"]);

const joinsOf = (text: string) =>
  [...fold(text).matchAll(join)].map(([, one = "", word = "", other = ""]) => ({
    one: one.slice(0, 6),
    other: other.slice(0, 6),
    word: either.has(word) ? "or" : "and",
  }));

const range = /(\d{1,2}[:h]\d\d|midnight|midday|noon)(?: on [\p{L} ]{3,20})? (?:to|until|tot|-|–) (\d{1,2}[:h]\d\d|midnight|midday|noon)/gu; // prettier-ignore
const begins =
  /\b(?:start\w*|open\w*|begin\w*|depart\w*|leav\w*|from|vanaf|begin|aqala|uvulwa|kuvulwa)\W+(?:\p{L}+\W+){0,3}?(\d{1,2}[:h]\d\d)/gu;
const ends =
  /\b(?:until|till|clos\w*|end|ends|finish\w*|tot|eindig|agcina|uvalwa|kuvalwe)\W+(?:\p{L}+\W+){0,3}?(\d{1,2}[:h]\d\d)/gu;

/** "Opens at 17:00" where the documents say "08:00 to 17:00". */
export function turnsRange(claim: string, evidence: string): boolean {
  const said = fold(claim);
  const ranges = [...fold(evidence).matchAll(range)].map(([, from, to]) => [bare(from), bare(to)] as const);
  const isOnly = (time: string, side: 0 | 1) =>
    ranges.some((each) => each[side] === time) && !ranges.some((each) => each[1 - side] === time);
  return (
    [...said.matchAll(begins)].some(([, time]) => isOnly(bare(time), 1)) ||
    [...said.matchAll(ends)].some(([, time]) => isOnly(bare(time), 0))
  );
}

const bare = (time = ""): string => time.replace("h", ":").replace(/^0(?=\d)/u, "");
