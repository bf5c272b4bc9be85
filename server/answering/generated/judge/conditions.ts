import { fold } from "../../../language/fold.ts";
import { languages, type Language } from "../../../language/languages.ts";
import { keepRecent } from "../../../language/recent-map.ts";
import { hasNegation } from "../markers.ts";
import { claimTokens } from "./claim-tokens.ts";

/** English includes isiZulu and Sesotho words that English lacks: documents in these languages are read as English. */
const strict: Partial<Record<Language, string>> = {
  en: "only|if|unless|provided|providing|except|as long as|on condition|once|where|when|while|otherwise|uma|haeba",
  af: "slegs|net|as|indien|tensy|mits|behalwe|wanneer|solank",
  pt: "se|salvo|exceto|quando|desde que|apenas|somente",
};
const loose: Partial<Record<Language, string>> = {
  en: "after|before|who|whose|that|with|without|under|over|above|below|from|until|during|against|by|more than|less than",
  af: "na|voor|wat|met|sonder|bo|onder|vanaf|tot",
};
/** An independent statement begins after each match. */
const partMark =
  /;\s|:\s|,\s(?=(?:and|but|while|whereas|or|en|maar|kodwa|mme)\s)|\s(?=(?:but|while|whereas|maar)\s)/u;

/** The independent statements of a sentence. */
export const partsOfSentence = (text: string): string[] => fold(text).split(partMark);

/** Patterns of the words that introduce conditions of both kinds. */
const openingsOf = keepRecent(languages.length, (language: Language) => ({
  hard: wordsIn(strict, language),
  soft: wordsIn(loose, language),
}));

function wordsIn(words: Partial<Record<Language, string>>, language: Language): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words[language] ?? words.en})(?!\\p{L})`, "gu");
}

/**
 * The conditions in a sentence: "if the neighbours agree", "after 12 months". Each belongs to a part of the sentence,
 * counted from 0. Strict ones, such as "if" and "unless", always limit the statement; "after" and "who" may only
 * describe something.
 */
export function conditionsOf(text: string, language: Language) {
  const { hard, soft } = openingsOf(language);
  return partsOfSentence(text).flatMap((part, at) => [
    ...found(part, hard, /[,;:()]|\sand\s(?=(?:if|only|when|may|can|must)\s)/u, true),
    ...found(part, soft, /[,;:()]|\s(?:and|or|if|unless|are|is|may|must|can|en|of)\s/u, false),
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

type ConditionKind = "if" | "unless" | "even";
const kinds: [ConditionKind, string][] = [
  [
    "even",
    "even (?:if|when|though|for|after|with|without)|even|whether or not|regardless of|including|also (?:if|when|not|for)|ook|selfs",
  ],
  ["unless", "unless|except(?: for| if| when| where)?|other than|apart from|excluding|tensy|behalwe"],
  ["if", "only if|if|when|provided(?: that)?|as long as|on condition that|once|indien|mits|wanneer|solank"],
];
const kindPattern = new RegExp(
  `(?<!\\p{L})(?:${kinds.map(([name, words]) => `(?<${name}>${words})`).join("|")})(?!\\p{L})([^,;:.()]*)`,
  "gu",
);

/** The conditions of a text, introduced by "if", "unless" or "even if". */
function conditionsByKind(text: string, language: Language) {
  const folded = fold(text);
  return folded.split(/;\s|\.\s/u).flatMap((sentence) =>
    [...sentence.matchAll(kindPattern)].flatMap((match) => {
      const phrase = match.at(-1) ?? "";
      const keys = new Set(claimTokens(phrase, language).map(({ key }) => key));
      const word = kinds.find(([name]) => match.groups?.[name] !== undefined)?.[0] ?? "if";
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
  const known = conditionsByKind(evidence, language);
  return conditionsByKind(claim, language).some(({ kind, keys, isDenied }) => {
    const same = known.filter(
      (each) => [...keys].filter((key) => each.keys.has(key)).length >= Math.max(1, keys.size * sameShare),
    );
    return (
      same.length > 0 &&
      // "Nothing is paid unless" means "it is paid if"; "if" and "even if" do not contradict each other.
      same.every((each) => {
        const both = [each.kind, kind];
        return (
          both.includes("unless") &&
          each.kind !== kind &&
          (both.includes("even") || each.isDenied === isDenied)
        );
      })
    );
  });
}
