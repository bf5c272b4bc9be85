import { answerLanguages } from "./answer-language.ts";
import { anyOf, readNamed } from "./language-data.ts";

/** What kind of words an answer must bring. A question may expect several, or none in particular. */
export type ExpectedAnswer =
  | "date"
  | "number"
  | "money"
  | "duration"
  | "person"
  | "place"
  | "reason"
  | "manner"
  | "definition"
  | "yes_no";

const named = (name: string): string => anyOf(readNamed("questions", answerLanguages, name));

/** By what a question asks for each kind, anywhere in it or only at its beginning. */
const anywhere = (phrases: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${phrases})(?![\p{L}\p{N}])`, "iu");
const atStart = (phrases: string): RegExp => new RegExp(String.raw`^\W*(?:${phrases})(?![\p{L}\p{N}])`, "iu");

const cues: [ExpectedAnswer, RegExp][] = [
  ["date", anywhere(named("asks for a date"))],
  ["money", anywhere(named("asks for money"))],
  ["number", anywhere(named("asks for a number"))],
  ["duration", anywhere(named("asks for a duration"))],
  ["person", anywhere(named("asks for a person"))],
  ["place", anywhere(named("asks for a place"))],
  ["reason", anywhere(named("asks for a reason"))],
  ["manner", atStart(named("asks for a manner"))],
  ["definition", atStart(named("asks for a definition"))],
  ["yes_no", atStart(named("asks for a yes or no"))],
];

/** Reads the kind of answer that a question asks for from its question words. */
export function expectedAnswers(question: string): Set<ExpectedAnswer> {
  const expected = new Set<ExpectedAnswer>();
  for (const [kind, cue] of cues) if (cue.test(question)) expected.add(kind);
  // "How long", "how much", "how many" ask for figures, not for a way of doing something.
  if (expected.has("number") || expected.has("duration") || expected.has("money")) expected.delete("manner");
  if (expected.has("duration")) expected.delete("number");
  return expected;
}

const month = named("month");
const unitOfTime = named("unit of time");
const numberWord = named("number word");
const capitalized = "\\p{Lu}[\\p{L}\\p{M}.'’-]*\\p{L}";

const evidence: Record<ExpectedAnswer, RegExp> = {
  date: new RegExp(
    `\\b(1[0-9]{3}|20[0-9]{2})s?\\b|\\b[0-9]{1,2}(st|nd|rd|th)? (century|centuries)|\\b(${month})\\b|\\b(mon|tues|wednes|thurs|fri|satur|sun)days?\\b|\\b[0-9]{1,2}[:h][0-9]{2}\\b|\\b[0-9]{1,2} ?(am|pm|uhr)\\b|\\b(${named("weekday")})\\b|\\b[0-9]{1,2}(st|nd|rd|th) (day )?of\\b|\\b(century|decade)\\b|\\b(on|by|before|after|until|from) the [0-9]{1,2}(st|nd|rd|th)\\b`,
    "giu",
  ),
  number: new RegExp(`[0-9][0-9.,]*|\\b(${numberWord})\\b`, "giu"),
  money: new RegExp(
    `[$€£¥]\\s?[0-9]|\\bR\\s?[0-9]|\\b(USD|ZAR|EUR|GBP|rand)\\b|[0-9]\\s?(%|percent|rand|dollars|euros?)|\\bfree\\b|no (charge|cost|fee)`,
    "gu",
  ),
  duration: new RegExp(
    `([0-9]|\\b(${numberWord}|a|an|each|every|per)\\b)[ -]?\\)?\\s?(\\w+[ -])?(${unitOfTime})s?\\b|\\b(${named("interval")})\\b`,
    "giu",
  ),
  person: new RegExp(
    `(?<=[\\p{L},;:"“)] )${capitalized}( (of|de|van|von|the) ${capitalized}| ${capitalized})*|\\b(${named("role")})\\b`,
    "gu",
  ),
  place: new RegExp(
    `\\b(${named("preposition")}) ((${named("article")}) )?${capitalized}|\\b(${named("place word")})`,
    "gu",
  ),
  reason: new RegExp(String.raw`\b(${named("gives a reason")})\b`, "iu"),
  manner: new RegExp(String.raw`\b(by \w+ing|en \w+ant|${named("gives a manner")})\b`, "iu"),
  definition: new RegExp(String.raw`\b(${named("gives a definition")})\b`, "iu"),
  yes_no: new RegExp(String.raw`\b(${named("gives a yes or no")})\b`, "iu"),
};

/** 1: the text brings what the question asks for, -1: it should and does not, 0: not asked for. */
export interface AnswerEvidence {
  figure: number;
  name: number;
  reason: number;
  manner: number;
  definition: number;
  yesNo: number;
}

const groups: Record<keyof AnswerEvidence, ExpectedAnswer[]> = {
  figure: ["date", "number", "money", "duration"],
  name: ["person", "place"],
  reason: ["reason"],
  manner: ["manner"],
  definition: ["definition"],
  yesNo: ["yes_no"],
};

const anyFigure = new RegExp(`[0-9][0-9.,]*|\\b(${numberWord})\\b`, "giu");

/** Looks for words of the expected kinds in a text that are not the question's own. */
export function newEvidence(question: string, text: string, expected: Set<ExpectedAnswer>): AnswerEvidence {
  const asked = question.toLowerCase();
  const found: AnswerEvidence = { figure: 0, name: 0, reason: 0, manner: 0, definition: 0, yesNo: 0 };
  for (const [group, kinds] of Object.entries(groups) as [keyof AnswerEvidence, ExpectedAnswer[]][]) {
    const wanted = kinds.filter((kind) => expected.has(kind));
    if (wanted.length === 0) continue;
    const mustBeNew = group === "figure" || group === "name";
    const brings = wanted.every((kind) => bringsNew(text, evidence[kind], asked, mustBeNew));
    // A figure of another kind may still be it: "how much leave" is answered in days.
    const half = group === "figure" && !brings && bringsNew(text, anyFigure, asked, true);
    found[group] = brings ? 1 : half ? 0 : -1;
  }
  return found;
}

function bringsNew(text: string, pattern: RegExp, asked: string, mustBeNew: boolean): boolean {
  if (!mustBeNew) return pattern.test(text);
  for (const match of text.matchAll(pattern)) {
    const value = match[0].trim().toLowerCase();
    if (value !== "" && !asked.includes(value)) return true;
  }
  return false;
}
