import { rarityOf } from "../../language/common-words.ts";
import type { Stretch } from "../extractive/quote.ts";
import { splitSentences } from "../extractive/sentences.ts";
import { analyse } from "../../language/analyse.ts";
import { detectLanguage } from "../../language/detect.ts";
import { fold } from "../../language/fold.ts";
import { toLanguage, type Language } from "../../language/languages.ts";
import { stopWordsOf } from "../../language/stop-words.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import { readCitations } from "./citations.ts";
import { factsOf } from "./facts.ts";
import { toPlainText } from "./plain-text.ts";

export interface CheckedSentence {
  text: string;
  /** Share of its content words that the sentences under it hold. */
  support: number;
  /** The sentences that it stands on, by the number of the passage, 0-based. */
  grounds: { passage: number; stretches: Stretch[] }[];
}

/** Below this share of content words a sentence says something else than its passage. */
const leastSupport = 0.6;
/** Sentences of the cited passages that one sentence may stand on. */
const mostGrounds = 4;
/** A word that says more than this must be in the passages or the question. */
const commonRarity = 0.7;
const longestSentence = 1_200;
const factWeight = 3;

const negation =
  /\b(?:no|not|never|none|neither|nor|without|cannot|nie|geen|nooit|nicht|kein\w*|niemals|ohne|pas|jamais|aucun\w*|sans|nao|nunca|sem|nenhum\w*)\b|n[’']t\b/u;

/**
 * Holds a sentence of a model against the passages that it cites: what it says if they support it, null
 * if it cites none or one that does not exist, says a number or a name that they don't, or says
 * something else.
 */
export function checkSentence(
  written: string,
  passages: readonly RetrievedPassage[],
  question: string,
): CheckedSentence | null {
  if (written.length > longestSentence) return null;
  const { text: said, numbers } = readCitations(written);
  if (numbers.length === 0 || numbers.some((each) => passages[each - 1] === undefined)) return null;
  const text = toPlainText(said);
  const cited = numbers.flatMap((each) => {
    const passage = passages[each - 1];
    return passage === undefined ? [] : [{ index: each - 1, passage }];
  });
  if (!/\p{L}{2}/u.test(text) || isSpelledOut(text) || namesOthers(text, cited, question)) return null;
  const needs = needsOf(
    text,
    cited.map(({ passage }) => toLanguage(passage.language)),
  );
  const chosen = chooseGrounds(needs, cited);
  if (chosen.length === 0) return null;
  const held = new Set(chosen.flatMap(({ holds }) => [...holds]));
  if ([...needs.facts].some((fact) => !held.has(fact))) return null;
  const words = needs.words.length;
  const supported = needs.words.filter((terms) => terms.some((term) => held.has(term))).length;
  const support = words === 0 ? 1 : supported / words;
  if (support < leastSupport) return null;
  const isDenial = negation.test(fold(text));
  if (isDenial !== chosen.some(({ said: ground }) => negation.test(fold(ground)))) return null;
  return { text, support, grounds: toGrounds(chosen) };
}

interface Needs {
  /** For each content word what it may be found as, in the languages of the passages. */
  words: string[][];
  facts: Set<string>;
}

function needsOf(text: string, languages: Language[]): Needs {
  const words = new Map<number, string[]>();
  for (const language of new Set(languages)) {
    for (const { term, start } of analyse(text, language)) {
      words.set(start, [...(words.get(start) ?? []), `term:${term}`]);
    }
  }
  return { words: [...words.values()], facts: factsOf(text) };
}

interface Ground extends Stretch {
  passage: number;
  said: string;
  holds: Set<string>;
}

/** The fewest sentences that hold most of what is needed, the most useful first. */
function chooseGrounds(
  { words, facts }: Needs,
  cited: { index: number; passage: RetrievedPassage }[],
): Ground[] {
  const open = new Set([...words.flat(), ...facts]);
  const grounds = cited.flatMap(({ index, passage }) => groundsOf(index, passage));
  const chosen: Ground[] = [];
  while (chosen.length < mostGrounds) {
    let best: Ground | undefined;
    let most = 0;
    for (const ground of grounds) {
      let gain = 0;
      for (const need of ground.holds) if (open.has(need)) gain += facts.has(need) ? factWeight : 1;
      if (gain > most) [best, most] = [ground, gain];
    }
    // A sentence that lends a single word proves nothing beside the others.
    if (best === undefined || (chosen.length > 0 && most < 2)) break;
    chosen.push(best);
    for (const need of best.holds) open.delete(need);
  }
  return chosen;
}

function groundsOf(index: number, passage: RetrievedPassage): Ground[] {
  const language = toLanguage(passage.language);
  const sentences = splitSentences(passage.text);
  return sentences.map(({ start, end, columns, heading }) => {
    const said = passage.text.slice(start, end);
    // A row is read with its columns, a sentence under its heading.
    const above = [columns, heading]
      .flatMap((at) => (at === null ? [] : (sentences[at] ?? [])))
      .map((each) => passage.text.slice(each.start, each.end));
    const read = [said, ...above, ...passage.headingPath].join("\n");
    const terms = analyse(read, language).map(({ term }) => `term:${term}`);
    return { passage: index, start, end, said, holds: new Set([...terms, ...factsOf(read)]) };
  });
}

function toGrounds(chosen: Ground[]): CheckedSentence["grounds"] {
  const byPassage = new Map<number, Stretch[]>();
  for (const { passage, start, end } of chosen) {
    byPassage.set(passage, [...(byPassage.get(passage) ?? []), { start, end }]);
  }
  return [...byPassage].map(([passage, stretches]) => ({
    passage,
    stretches: stretches.toSorted((a, b) => a.start - b.start),
  }));
}

/** A word letter by letter gets past everything that looks at words. */
function isSpelledOut(text: string): boolean {
  return /(?:(?<![\p{L}\p{N}])[\p{L}\p{N}](?![\p{L}\p{N}])[^\p{L}\p{N}]*){4,}/u.test(text);
}

/** Whether it uses a word of its own that is not everybody's: a name, a code word, another subject. */
function namesOthers(text: string, cited: { passage: RetrievedPassage }[], question: string): boolean {
  const known = [
    question,
    ...cited.flatMap(({ passage }) => [passage.documentName, ...passage.headingPath, passage.text]),
  ].join("\n");
  const languages = new Set<Language>([
    "en",
    detectLanguage(text),
    ...cited.map(({ passage }) => toLanguage(passage.language)),
  ]);
  const own = new Set(fold(known).split(/[^\p{L}\p{M}\p{N}]+/u));
  const stems = new Set(
    [...languages].flatMap((language) => analyse(known, language).map(({ term }) => term)),
  );
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "" && !/^\d+$/.test(word));
  return words.some((word) => {
    const folded = fold(word);
    if (own.has(folded)) return false;
    if ([...languages].some((language) => stopWordsOf(language).has(word.toLowerCase()))) return false;
    const terms = [...languages].flatMap((language) => analyse(word, language).map(({ term }) => term));
    if (terms.some((term) => stems.has(term))) return false;
    return rarityOf(terms) > commonRarity;
  });
}
