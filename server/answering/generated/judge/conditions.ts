import { answerLanguages } from "../../../language/answer-language.ts";
import { fold } from "../../../language/fold.ts";
import { anyOf, readNamed, readPhrases } from "../../../language/language-data.ts";
import { languages, type Language } from "../../../language/languages.ts";
import { keepRecent } from "../../../caching/recent-map.ts";
import { hasNegation } from "../fact-rules.ts";
import { claimTokens } from "./claim-tokens.ts";

/** Documents in these languages are read as English. */
const readAsEnglish = ["en", "zu", "st"];
const any = readPhrases("conditions", answerLanguages);

/** An independent statement begins after each match. */
const partMark = new RegExp(
  String.raw`;\s|:\s|,\s(?=(?:${any("joins statements")})\s)|\s(?=(?:${any("contrasts statements")})\s)`,
  "u",
);

export const partsOfSentence = (text: string): string[] => fold(text).split(partMark);

/** Patterns of the words that introduce conditions of both kinds. */
const openingsOf = keepRecent(languages.length, (language: Language) => ({
  hard: openingIn(language, "limits"),
  soft: openingIn(language, "may limit"),
}));

/** The words in a language; those in English if it has none. */
function openingIn(language: Language, name: string): RegExp {
  const own = readNamed("conditions", [language], name);
  const words = language === "en" || own.length === 0 ? readNamed("conditions", readAsEnglish, name) : own;
  return new RegExp(String.raw`(?<!\p{L})(?:${anyOf(words)})(?!\p{L})`, "gu");
}

const strictEnd = new RegExp(String.raw`[,;:()]|\sand\s(?=(?:${any("begins another")})\s)`, "u");
const looseEnd = new RegExp(String.raw`[,;:()]|\s(?:${any("ends one")})\s`, "u");

/**
 * The conditions in a sentence: "if the neighbours agree", "after 12 months". Each belongs to a part of the sentence,
 * counted from 0. Strict ones, such as "if" and "unless", always limit the statement; "after" and "who" may only
 * describe something.
 */
export function conditionsOf(text: string, language: Language) {
  const { hard, soft } = openingsOf(language);
  return partsOfSentence(text).flatMap((part, at) => [
    ...found(part, hard, strictEnd, true),
    ...found(part, soft, looseEnd, false),
  ].map(({ phrase, isStrict }) => ({
    isStrict,
    part: at,
    keys: claimTokens(phrase, language).map(({ key }) => key),
  }))).filter(({ keys }) => keys.length > 0); // prettier-ignore
}

function found(part: string, pattern: RegExp, end: RegExp, isStrict: boolean) {
  return [...part.matchAll(pattern)].map((match) => ({
    isStrict,
    phrase: part.slice(match.index + match[0].length).split(end)[0] ?? "",
  }));
}

/** In this order: "even if" is not "if". */
const kinds = ["even", "unless", "if"] as const;
const kindPattern = new RegExp(
  String.raw`(?<!\p{L})(?:${kinds.map((name) => `(?<${name}>${any(name)})`).join("|")})(?!\p{L})([^,;:.()]*)`,
  "gu",
);

/** The conditions of a text, introduced by "if", "unless" or "even if". */
function conditionsByKind(text: string, language: Language) {
  const folded = fold(text);
  return folded.split(/;\s|\.\s/u).flatMap((sentence) =>
    [...sentence.matchAll(kindPattern)].flatMap((match) => {
      const phrase = match.at(-1) ?? "";
      const keys = new Set(claimTokens(phrase, language).map(({ key }) => key));
      const word = kinds.find((name) => match.groups?.[name] !== undefined) ?? "if";
      // "If you have not paid" means "unless you have paid".
      const kind = word === "if" && hasNegation(phrase) ? "unless" : word;
      // Whether the statement that depends on it is negated.
      const isDenied = hasNegation(sentence.replace(phrase, " "));
      return keys.size === 0 ? [] : [{ kind, keys, isDenied }];
    }),
  );
}

const sameShare = 0.6;

/** Whether the claim has "if" or "even if" where the evidence has "unless", or the other way round. */
export function reversesCondition(claim: string, evidence: string, language: Language): boolean {
  const inEvidence = conditionsByKind(evidence, language);
  return conditionsByKind(claim, language).some(({ kind, keys, isDenied }) => {
    const same = inEvidence.filter(
      (each) => [...keys].filter((key) => each.keys.has(key)).length >= Math.max(1, keys.size * sameShare),
    );
    // "Nothing is paid unless" means "it is paid if"; "if" and "even if" do not contradict each other.
    const contradicts = (each: (typeof inEvidence)[number]) => {
      const both = [each.kind, kind];
      const isUnless = both.includes("unless") && each.kind !== kind;
      return isUnless && (both.includes("even") || each.isDenied === isDenied);
    };
    return same.length > 0 && same.every(contradicts);
  });
}
