import { fold } from "../../../language/fold.ts";
import { languages, type Language } from "../../../language/languages.ts";
import { keepRecent } from "../../../language/recent-map.ts";
import { hasNegation } from "../markers.ts";
import { claimTokens } from "./claim-tokens.ts";

/** What a sentence makes dependent on something: "if the neighbours agree", "after 12 months". */
export interface Condition {
  /** "if" and "unless" bind what is said; "after" and "who" may as well tell something else. */
  isStrict: boolean;
  keys: readonly string[];
  /** The part of the sentence, counted from 0, that it belongs to. */
  part: number;
}

/** Of isiZulu and Sesotho what is nothing in English: their documents are read as English. */
const strict: Partial<Record<Language, string>> = {
  en: "only|if|unless|provided|providing|except|as long as|on condition|once|where|when|while|otherwise|uma|haeba",
  af: "slegs|net|as|indien|tensy|mits|behalwe|wanneer|solank",
  pt: "se|salvo|exceto|quando|desde que|apenas|somente",
};
const loose: Partial<Record<Language, string>> = {
  en: "after|before|who|whose|that|with|without|under|over|above|below|from|until|during|against|by|more than|less than",
  af: "na|voor|wat|met|sonder|bo|onder|vanaf|tot",
};
/** What stands behind one of these is said for itself. */
const partMark =
  /;\s|:\s|,\s(?=(?:and|but|while|whereas|or|en|maar|kodwa|mme)\s)|\s(?=(?:but|while|whereas|maar)\s)/u;

/** The parts of a sentence, each of which says something for itself. */
export const partsOfSentence = (text: string): string[] => fold(text).split(partMark);

/** What a condition of either kind begins with. */
const openingsOf = keepRecent(languages.length, (language: Language) => ({
  hard: wordsIn(strict, language),
  soft: wordsIn(loose, language),
}));

function wordsIn(words: Partial<Record<Language, string>>, language: Language): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words[language] ?? words.en})(?!\\p{L})`, "gu");
}

export function conditionsOf(text: string, language: Language): Condition[] {
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

type Turn = "if" | "unless" | "even";
const turns: [Turn, string][] = [
  [
    "even",
    "even (?:if|when|though|for|after|with|without)|even|whether or not|regardless of|including|also (?:if|when|not|for)|ook|selfs",
  ],
  ["unless", "unless|except(?: for| if| when| where)?|other than|apart from|excluding|tensy|behalwe"],
  ["if", "only if|if|when|provided(?: that)?|as long as|on condition that|once|indien|mits|wanneer|solank"],
];
const turn = new RegExp(
  `(?<!\\p{L})(?:${turns.map(([name, words]) => `(?<${name}>${words})`).join("|")})(?!\\p{L})([^,;:.()]*)`,
  "gu",
);

/** What a text says to hold if, unless or even if something is so. */
function turnsIn(text: string, language: Language) {
  const folded = fold(text);
  return folded.split(/;\s|\.\s/u).flatMap((sentence) =>
    [...sentence.matchAll(turn)].flatMap((match) => {
      const phrase = match.at(-1) ?? "";
      const keys = new Set(claimTokens(phrase, language).map(({ key }) => key));
      const said = turns.find(([name]) => match.groups?.[name] !== undefined)?.[0] ?? "if";
      // "If you have not paid" is "unless you have paid".
      const kind = said === "if" && hasNegation(phrase) ? "unless" : said;
      // What depends on it is denied.
      const isDenied = hasNegation(sentence.replace(phrase, " "));
      return keys.size === 0 ? [] : [{ kind, keys, isDenied }];
    }),
  );
}

const sameShare = 0.6;

/** Whether the claim says "if" or "even if" of what the evidence says "unless", or the other way about. */
export function turnsCondition(claim: string, evidence: string, language: Language): boolean {
  const known = turnsIn(evidence, language);
  return turnsIn(claim, language).some(({ kind, keys, isDenied }) => {
    const same = known.filter(
      (each) => [...keys].filter((key) => each.keys.has(key)).length >= Math.max(1, keys.size * sameShare),
    );
    return (
      same.length > 0 &&
      // "Nothing is paid unless" is "it is paid if"; "even if" leaves "if" as it is.
      same.every((each) => {
        const kinds = [each.kind, kind];
        return (
          kinds.includes("unless") &&
          each.kind !== kind &&
          (kinds.includes("even") || each.isDenied === isDenied)
        );
      })
    );
  });
}
