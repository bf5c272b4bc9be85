import { sentences } from "../../server/language/sentences.ts";
import { plainOutput, verdictOf, type Recording } from "./recordings.ts";

/** A sentence of a recorded answer with one change that makes it wrong. */
export interface Alteration {
  kind: "number" | "swapped number" | "date" | "name" | "negation" | "yes or no" | "scope";
  recording: Recording;
  original: string;
  written: string;
  /** The text that only the altered sentence contains. */
  says: string;
}

const numberPattern =
  /(?<![\p{L}\d.,[])\d{1,3}(?:[ ,]\d{3})+(?:[.,]\d{2})?|(?<![\p{L}\d.,[])\d+(?:[.,]\d+)?(?![\d\]])/gu;
const months = "January February March April May June July August September October November December".split(
  " ",
);
const days = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");
const scopes: [RegExp, string][] = [
  [/\bat least\b/u, "at most"],
  [/\bup to\b/u, "at least"],
  [/\bbefore\b/u, "after"],
  [/\bafter\b/u, "before"],
  [/\bper month\b/u, "per year"],
  [/\bper year\b/u, "per month"],
  [/\bper day\b/u, "per week"],
  [/\bper hour\b/u, "per day"],
  [/\bworking days\b/u, "working weeks"],
  [/(?<=\d )days\b/u, "weeks"],
  [/(?<=\d )months\b/u, "years"],
  [/(?<=\d )years\b/u, "months"],
  [/(?<=\d )hours\b/u, "days"],
  [/\bminimum\b/u, "maximum"],
  [/\bmore than\b/u, "less than"],
  [/\bless than\b/u, "more than"],
  [/\bfull-time\b/u, "part-time"],
  [/\bwithout\b/u, "with"],
  [/\bunder\b(?= \d)/u, "over"],
  [/\bover\b(?= \d)/u, "under"],
  [/\bfirst\b/u, "last"],
];

const cut = (sentence: string, at: number, length: number, by: string): string =>
  sentence.slice(0, at) + by + sentence.slice(at + length);

/** All alterations of the sentences of a recorded answer. */
export function alterationsOf(recording: Recording, otherNames: readonly string[]): Alteration[] {
  if (verdictOf(recording.output) === "NONE" || !recording.isRight(plainOutput(recording.output))) return [];
  const body = recording.output.replace(/^\s*(?:SURE|PARTLY)\W*/u, "");
  const known = recording.passages.map(({ text }) => text).join("\n");
  return sentences(body).flatMap(({ start, end }) => {
    const original = body.slice(start, end);
    if (!/\[\d+\]/u.test(original)) return [];
    const make = (kind: Alteration["kind"], written: string, says: string): Alteration => ({
      kind, recording, original, written, says,
    }); // prettier-ignore
    return [
      ...numbers(original, known, make),
      ...dates(original, make),
      ...names(original, known, otherNames, make),
      ...negations(original, make),
      ...scopes.flatMap(([pattern, by]) => {
        const found = pattern.exec(original);
        return found === null ? [] : [make("scope", cut(original, found.index, found[0].length, by), by)];
      }),
    ];
  });
}

type Make = (kind: Alteration["kind"], written: string, says: string) => Alteration;

function numbers(original: string, known: string, make: Make): Alteration[] {
  const found = [...original.matchAll(numberPattern)];
  const others = [...new Set([...known.matchAll(numberPattern)].map(([each]) => each))];
  return found.flatMap((match, at) => {
    const text = match[0];
    const more = String(Number(/\d+$/u.exec(text)?.[0] ?? "1") + 3);
    const invented = text.replace(/\d+$/u, more.padStart(/\d+$/u.exec(text)?.[0].length ?? 1, "0"));
    const like = others.filter(
      (each) => each !== text && each.length === text.length && !original.includes(each),
    );
    const swapped = like[(at * 7 + text.length) % Math.max(1, like.length)];
    const list: Alteration[] = [];
    if (!known.includes(invented))
      list.push(make("number", cut(original, match.index, text.length, invented), invented));
    if (swapped !== undefined)
      list.push(make("swapped number", cut(original, match.index, text.length, swapped), swapped));
    return list;
  });
}

function dates(original: string, make: Make): Alteration[] {
  return [months, days].flatMap((list) =>
    list.flatMap((name, at) => {
      const index = original.indexOf(name);
      const by = list[(at + 4) % list.length] ?? "";
      if (index < 0 || original.includes(by)) return [];
      return [make("date", cut(original, index, name.length, by), by)];
    }),
  );
}

const namePattern = /(?<=[a-z,] )\p{Lu}[\p{L}-]{3,}(?: \p{Lu}[\p{L}-]{2,})*/gu;

/** Names in the middle of sentences. */
export const namesIn = (text: string): string[] => [...text.matchAll(namePattern)].map(([name]) => name);

function names(original: string, known: string, others: readonly string[], make: Make): Alteration[] {
  return [...original.matchAll(namePattern)].flatMap((match) => {
    if ([...months, ...days].some((each) => match[0].includes(each))) return [];
    const by = others.find((each, at) => at % 3 === match.index % 3 && !known.includes(each));
    return by === undefined ? [] : [make("name", cut(original, match.index, match[0].length, by), by)];
  });
}

function negations(original: string, make: Make): Alteration[] {
  const list: Alteration[] = [];
  const verb = /\b(?:is|are|may|must|can|will|should)\b(?! not|n't)/u.exec(original);
  const isDenied = /\b(?:not|no|never|only|nobody|nothing|cannot)\b/iu.test(original);
  if (verb !== null && !isDenied) {
    const by = `${verb[0]} not`;
    list.push(make("negation", cut(original, verb.index, verb[0].length, by), by));
  }
  const not = /\b(is|are|may|must|can|will|should|do|does) not /u.exec(original);
  if (not !== null) {
    const verbOnly = /do|does/u.test(not[1] ?? "") ? "" : `${not[1]} `;
    const written = cut(original, not.index, not[0].length, verbOnly);
    list.push(make("negation", written, written.slice(Math.max(0, not.index - 8), not.index + 14)));
  }
  const opener = /^(Yes|No)\b/u.exec(original)?.[1];
  if (opener !== undefined) {
    const by = opener === "Yes" ? "No" : "Yes";
    list.push(make("yes or no", cut(original, 0, opener.length, by), by));
  }
  return list;
}
