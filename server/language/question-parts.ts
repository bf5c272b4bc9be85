import { questionCues } from "./sentence-cues.ts";
import { askedValues } from "./asked-values.ts";
import { rangesIn } from "./ranges.ts";
import { overlaps, valuesIn, type TextValue } from "./values.ts";

/** One part of a question that asks for several things. */
export interface QuestionPart {
  /** In the question's own words: "how long is it valid". */
  text: string;
  /** The text before the first part, which all parts are about: "my card was stolen". May be empty. */
  subject: string;
}

const joining = questionCues("joins parts");
const separator = String.raw`(?:^|[.?!;:,\n]|\s[-–—](?=\s)|(?=\s(?:${joining})\s))\s*(?:(?:${joining})\s+)?`;
const yesOrNo = String.raw`(?:${questionCues("begins a yes or no")})\s+(?:${questionCues("asker")})`;
const condition = String.raw`(?<=\s(?:${joining})\s+)(?:${questionCues("begins a condition")})`;
/** The beginning of a part: a question word or "do I" at the start, after a comma or "and"; or "if" after "and". */
const beginning = new RegExp(
  String.raw`(?:(?<=${separator})(?:${questionCues("begins a part")}|${yesOrNo})|${condition})(?![\p{L}\p{N}])`,
  "giu",
);
const relation = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${questionCues("relates")})(?![\p{L}\p{N}])`,
  "giu",
);
const joined = new RegExp(String.raw`\s(?:${joining})\s*$`, "iu");
const joinedOrListed = new RegExp(String.raw`(?:,|\s(?:${joining}))\s*$`, "iu");
/** Punctuation at either end, and a conjunction at the end. */
const edges = new RegExp(String.raw`^[\s,;:.?!–—-]+|[\s,;:.?!–—-]+$|[\s,]+(?:${joining})\s*$`, "giu");

/**
 * Splits a question that asks for several things: "how much is it, and till when?", "what do I get for afternoons and
 * for nights?". Empty if it asks for one thing, or if the data of its language lacks the necessary words.
 */
export function questionParts(question: string): QuestionPart[] {
  const begins = [...question.matchAll(beginning)].map(({ index }) => index);
  const [first = 0] = begins;
  const before = question.slice(0, first);
  // "Price at the door and till when": the text before "and" is also a part if it asks for a value.
  const asksBefore = joined.test(before) && askedValues(before).length > 0;
  const subject = asksBefore ? "" : trimmed(before);
  if (asksBefore) begins.unshift(0);
  const clauses = withoutBareWords(
    begins.map((from, at) => trimmed(question.slice(from, begins[at + 1] ?? question.length))),
  );
  const texts = (clauses.length === 0 ? [trimmed(question)] : parallelParts(clauses)).flatMap(partsPerValue);
  return texts.length < 2 ? [] : texts.map((text) => ({ text, subject }));
}

/** Joins a single question word with the clause that follows: "where and when is it" is one clause. */
function withoutBareWords(clauses: string[]): string[] {
  return clauses.flatMap((clause, at) => {
    const before = clauses[at - 1];
    if (!clause.includes(" ") && at + 1 < clauses.length) return [];
    return before !== undefined && !before.includes(" ") ? [`${before}, ${clause}`] : [clause];
  });
}

/** Expands "what is paid for A, for B and for C" into "what is paid for A", "what is paid for B" and so on. */
function parallelParts(clauses: string[]): string[] {
  /** The text before the first use of each preposition. */
  const heads = new Map<string, string>();
  return clauses.flatMap((clause) => {
    const parts: string[] = [];
    let [head, from] = ["", 0];
    for (const { index, 0: word } of clause.matchAll(relation)) {
      const known = heads.get(word.toLowerCase());
      if (known === undefined) heads.set(word.toLowerCase(), clause.slice(0, index));
      else if (joinedOrListed.test(clause.slice(0, index))) {
        parts.push(head + trimmed(clause.slice(from, index)));
        [head, from] = [known, index];
      }
    }
    return [...parts, head + clause.slice(from)];
  });
}

/** Between the values of a list: a comma, or "and", and an article. */
const between = new RegExp(String.raw`^\s*(?:,|,?\s(?:${joining})\s)\s*(?:\p{L}{1,3}\s)?$`, "iu");

/** Expands "how much for 3 kg, 5 kg and 9 kg" into "how much for 3 kg" and so on, if it asks for a value. */
function partsPerValue(clause: string): string[] {
  const found = valuesIn(clause);
  if (found.length < 2) return [clause];
  const ranges = rangesIn(clause);
  const values = found.filter((value) => !ranges.some((range) => overlaps(value, range)));
  const isNext = (value: TextValue, before: TextValue | undefined): boolean =>
    before !== undefined &&
    (value.kind === "distance" || value.kind === "duration") &&
    value.unit === before.unit &&
    between.test(clause.slice(before.end, value.at));
  const second = values.findIndex((value, at) => isNext(value, values[at - 1]));
  if (second === -1 || askedValues(clause).length === 0) return [clause];
  const last = values.findIndex((value, at) => at > second && !isNext(value, values[at - 1]));
  const list = values.slice(second - 1, last === -1 ? undefined : last);
  const [from, to] = [list[0]?.at, list.at(-1)?.end];
  return list.map(({ text }) => clause.slice(0, from) + text + clause.slice(to));
}

function trimmed(text: string): string {
  let before = "";
  let after = text;
  while (before !== after) [before, after] = [after, after.replace(edges, "")];
  return after;
}
