import { englishNames, spelledOut } from "../../../language/calendar-names.ts";
import { fold } from "../../../language/fold.ts";
import { stem } from "../../../language/stem.ts";
import { stopWordsOf, type Language } from "../../../language/languages.ts";
import { tokenize } from "../../../language/tokenize.ts";
import { claimWords } from "../claim-words.ts";
import { factsOf } from "../facts.ts";
import { scopeOf, type Scope } from "./scope-words.ts";

/** A content word of a claim or its evidence, with the function words before it that modify it. */
export interface ClaimToken {
  /** What it is compared by: a stem, or a number or date as `factsOf` names it. */
  key: string;
  isNumber: boolean;
  /** Clauses are counted from 0. */
  clause: number;
  /** The scopes of the function words between the content word before it and this one. */
  scopes: Scope[];
  word: string;
}

const clauseMark = /[,;:()–—|!?]|\.(?=\s|$)/u;
const conjunctions = new Set(claimWords("ends a clause in English").split("|"));
const allConjunctions = new Set([...conjunctions, ...claimWords("ends a clause").split("|")]);
const months = new Set(englishNames("months"));
const minClauseTokens = 2;

/** The content words of a text in order, by clause. */
export function claimTokens(written: string, language: Language): ClaimToken[] {
  const text = spelledOut(written.normalize("NFKC"));
  const stopWords = stopWordsOf(language);
  const joining = language === "en" ? conjunctions : allConjunctions;
  const found: ClaimToken[] = [];
  let clause = 0;
  let end = 0;
  let scopes: Scope[] = [];
  const all = tokenize(text);
  // In "Counter staff may not." no content word follows the function words: they go with the word before them.
  const attachScopesToLast = (): void => {
    const last = found.at(-1);
    if (last === undefined) return;
    if (scopes.some((each) => each !== "we")) last.scopes.push(...scopes);
    scopes = [];
  };
  all.forEach(({ word, start, end: wordEnd }, at) => {
    if (clauseMark.test(text.slice(end, start)) || joining.has(word)) {
      clause += 1;
      attachScopesToLast();
    }
    end = wordEnd;
    const folded = fold(word);
    const isMonth = months.has(folded) && (isNumeral(all[at - 1]?.kind) || isNumeral(all[at + 1]?.kind));
    const scope = isMonth ? [] : scopeOf(folded, fold(all[at - 1]?.word ?? ""), language);
    scopes.push(...scope);
    const next = all[at + 1];
    const fact = isMonth
      ? `word:${folded}`
      : (factOf(text.slice(start, wordEnd)) ??
        quantityOf(folded, next === undefined || stopWords.has(next.word)));
    const isContent = fact !== undefined || (!stopWords.has(word) && word.length > 1 && scope.length === 0);
    if (!isContent) return;
    const key = fact ?? stem(word, language);
    found.push({ key, isNumber: fact !== undefined, clause, scopes, word: folded });
    scopes = [];
  });
  attachScopesToLast();
  return withoutShortClauses(found);
}

const isNumeral = (kind: string | undefined): boolean => kind === "number" || kind === "code";

const quantities: Readonly<Record<string, string>> = {
  half: "part:half", helfte: "part:half", double: "part:double", dubbel: "part:double", twice: "times:2",
  once: "times:1", second: "ordinal:2", tweede: "ordinal:2", third: "ordinal:3", derde: "ordinal:3",
  fourth: "ordinal:4", fifth: "ordinal:5", one: "number:1",
}; // prettier-ignore

/** Quantities and ordinals in words; "one" only before what is counted. */
function quantityOf(word: string, isAlone: boolean): string | undefined {
  if (word === "one" && isAlone) return undefined;
  return quantities[word];
}

const factOf = (text: string): string | undefined =>
  [...factsOf(text)].find((fact) => /^(?:number|time|word|code|telephone):/u.test(fact));

/** Merges a clause of one word into the clause before it. */
function withoutShortClauses(tokens: ClaimToken[]): ClaimToken[] {
  const clauses = Map.groupBy(tokens, ({ clause }) => clause);
  let into = -1;
  let last = -1;
  return tokens.map((token) => {
    if (token.clause !== last && ((clauses.get(token.clause)?.length ?? 0) >= minClauseTokens || into < 0))
      into += 1;
    last = token.clause;
    return { ...token, clause: into };
  });
}
