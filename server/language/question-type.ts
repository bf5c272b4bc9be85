import { questionCues } from "./sentence-cues.ts";
import { choosing, superlatives } from "./table-words.ts";

/** Cues match anywhere in the question or only at its beginning. */
const anywhere = (phrases: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${phrases})(?![\p{L}\p{N}])`, "iu");
const atStart = (phrases: string): RegExp => new RegExp(String.raw`^\W*(?:${phrases})(?![\p{L}\p{N}])`, "iu");

const cues = {
  date: anywhere(questionCues("asks for a date")),
  money: anywhere(questionCues("asks for money")),
  number: anywhere(questionCues("asks for a number")),
  duration: anywhere(questionCues("asks for a duration")),
  person: anywhere(questionCues("asks for a person")),
  place: anywhere(questionCues("asks for a place")),
  reason: anywhere(questionCues("asks for a reason")),
  manner: atStart(questionCues("asks for a manner")),
  definition: atStart(questionCues("asks for a definition")),
  yes_no: atStart(questionCues("asks for a yes or no")),
};
/** The kind of answer that a question expects. It may expect several, or none in particular. */
export type ExpectedAnswer = keyof typeof cues;
export const answerKinds = Object.keys(cues) as ExpectedAnswer[];

/** The kinds of answers that a question asks for, by its question words. */
export function expectedAnswers(question: string): Set<ExpectedAnswer> {
  const expected = new Set(answerKinds.filter((kind) => cues[kind].test(question)));
  // "How long", "how much", "how many" ask for figures, not for a way of doing something.
  if (expected.has("number") || expected.has("duration") || expected.has("money")) expected.delete("manner");
  if (expected.has("duration")) expected.delete("number");
  return expected;
}

const capitalized = "\\p{Lu}[\\p{L}\\p{M}.'’-]*\\p{L}";

/** Patterns of names of persons and places. */
const names = {
  person: new RegExp(
    `(?<=[\\p{L},;:"“)] )${capitalized}( (of|de|van|von|the) ${capitalized}| ${capitalized})*|\\b(${questionCues("role")})\\b`,
    "gu",
  ),
  place: new RegExp(
    `\\b(${questionCues("preposition")}) ((${questionCues("article")}) )?${capitalized}|\\b(${questionCues("place word")})`,
    "gu",
  ),
} satisfies Partial<Record<ExpectedAnswer, RegExp>>;

/** Words by which an answer of each kind is recognized. */
const wordings = {
  reason: new RegExp(String.raw`\b(${questionCues("gives a reason")})\b`, "iu"),
  manner: new RegExp(String.raw`\b(by \w+ing|en \w+ant|${questionCues("gives a manner")})\b`, "iu"),
  definition: new RegExp(String.raw`\b(${questionCues("gives a definition")})\b`, "iu"),
  yes_no: new RegExp(String.raw`\b(${questionCues("gives a yes or no")})\b`, "iu"),
} satisfies Partial<Record<ExpectedAnswer, RegExp>>;
export type AnswerWording = keyof typeof wordings;

export const isWordedAs = (text: string, kind: AnswerWording): boolean => wordings[kind].test(text);

/** Whether a text has the expected person or place, with a name that the question (in lower case) does not contain. */
export function hasNewName(question: string, text: string, expected: ReadonlySet<ExpectedAnswer>): boolean {
  return (["person", "place"] as const).every(
    (kind) => !expected.has(kind) || namesNew(text, names[kind], question),
  );
}

function namesNew(text: string, pattern: RegExp, question: string): boolean {
  for (const match of text.matchAll(pattern)) {
    const name = match[0].trim().toLowerCase();
    if (name !== "" && !question.includes(name)) return true;
  }
  return false;
}

const whatIsDenied = new RegExp(
  String.raw`(?<!\p{L})(?:${questionCues("asks for something denied")})(?!\p{L})[^.?,]{0,40}(?<!\p{L})(?:${questionCues("denies")}|(?:ca|do|does|did|wo|is|are)n[’']?t)(?!\p{L})`,
  "iu",
);

/** "Which things can I not return", "who may not", "what isn't covered". */
export const asksWhatIsDenied = (question: string): boolean => whatIsDenied.test(question);

/** Whether a question asks for the lowest or highest of several: "the cheapest". */
export const asksForExtreme = (question: string): boolean =>
  superlatives.some(({ words }) => words.test(question));

/** Whether a question asks to choose among things, so that several may be the answer: "which", "the cheapest". */
export const asksToChoose = (question: string): boolean =>
  choosing.test(question) || asksForExtreme(question);

/** Whether a question is typed as in a chat, not written out with a capital letter and a question mark. */
export function isTypedCasually(question: string): boolean {
  return !/^\P{L}*\p{Lu}/u.test(question) || !question.includes("?");
}
