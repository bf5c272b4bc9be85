import { fold } from "../../../language/fold.ts";
import { languages, type Language } from "../../../language/languages.ts";
import { keepRecent } from "../../../language/recent-map.ts";
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
