import { normalizeWord, parsePattern, signSources, type PatternPart } from "./intent-patterns.ts";

/** A message must contain one of these words; "*" stands for any letters. */
type NeededWords = ReadonlySet<string>;

/** A pattern can only match if the message contains a word of each set. A few look-ups rule out most patterns. */
export type Needs = readonly NeededWords[];

/** The conditions of a pattern. `sets` has the conditions of the named sets that it may contain. */
export function needsOf(pattern: string, sets: ReadonlyMap<string, Needs>): Needs {
  const needsOfAlternatives = (alternatives: PatternPart[][]): Needs => {
    const [first = [], ...others] = alternatives.map((sequence) => sequence.flatMap(needsOfPart));
    return others.length === 0 ? first : oneOf([first, ...others]);
  };
  const needsOfPart = (part: PatternPart): Needs => {
    if (typeof part === "string") return needsOfToken(part, sets);
    return part.isOptional ? [] : needsOfAlternatives(part.alternatives);
  };
  return needsOfAlternatives(parsePattern(pattern));
}

function needsOfToken(token: string, sets: ReadonlyMap<string, Needs>): Needs {
  if (signSources.has(token)) return [];
  if (token.startsWith("{")) return sets.get(token.slice(1, -1)) ?? [];
  return [new Set([token.split("*").map(normalizeWord).join("*")])];
}

/** The condition of alternatives: a word from the smallest set of one of them. None if one has no condition. */
function oneOf(alternatives: readonly Needs[]): Needs {
  const all = new Set<string>();
  for (const needs of alternatives) {
    const [smallest] = needs.toSorted((a, b) => a.size - b.size);
    if (smallest === undefined) return [];
    for (const word of smallest) all.add(word);
  }
  return [all];
}

/** Finds the patterns that a message can match, by the words that each pattern needs. */
export class PossiblePatterns<Pattern> {
  readonly #patterns: readonly { pattern: Pattern; needs: PreparedNeed[] }[];
  /** Indexes of patterns by each word of their most selective condition. */
  readonly #byWord = new Map<string, number[]>();
  /** The same for words with "*", by their first letter; "" if they begin with "*". */
  readonly #byFirstLetter = new Map<string, { parts: string[]; place: number }[]>();
  /** Indexes of the patterns without conditions. */
  readonly #always: number[] = [];

  constructor(patterns: readonly { pattern: Pattern; needs: Needs }[]) {
    this.#patterns = patterns.map(({ pattern, needs }) => ({ pattern, needs: needs.map(prepare) }));
    const frequencies = new Map<string, number>();
    for (const { needs } of patterns)
      for (const word of needs.flatMap((need) => [...need]))
        frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
    const frequencyOf = (need: NeededWords) =>
      [...need].reduce((sum, word) => sum + (frequencies.get(word) ?? 0), 0);
    patterns.forEach(({ needs }, place) => {
      const [rarest] = needs.toSorted((a, b) => frequencyOf(a) - frequencyOf(b));
      if (rarest === undefined) this.#always.push(place);
      else this.#add(prepare(rarest), place);
    });
  }

  #add({ words, wordsInParts }: PreparedNeed, place: number): void {
    for (const word of words) this.#byWord.set(word, [...(this.#byWord.get(word) ?? []), place]);
    for (const parts of wordsInParts) {
      const letter = parts[0]?.[0] ?? "";
      this.#byFirstLetter.set(letter, [...(this.#byFirstLetter.get(letter) ?? []), { parts, place }]);
    }
  }

  /** The patterns that a message with these words may match, in their order. */
  of(words: ReadonlySet<string>): Pattern[] {
    const places = new Set(this.#always);
    for (const word of words) {
      for (const place of this.#byWord.get(word) ?? []) places.add(place);
      for (const letter of [word[0] ?? "", ""])
        for (const { parts, place } of this.#byFirstLetter.get(letter) ?? [])
          if (matchesParts(word, parts)) places.add(place);
    }
    return [...places]
      .sort((a, b) => a - b)
      .flatMap((place) => {
        const found = this.#patterns[place];
        return found?.needs.every((need) => isMet(need, words)) === true ? [found.pattern] : [];
      });
  }
}

interface PreparedNeed {
  words: ReadonlySet<string>;
  /** The words with "*", split there. */
  wordsInParts: string[][];
}

function prepare(need: NeededWords): PreparedNeed {
  const wordsInParts = [...need].filter((word) => word.includes("*")).map((word) => word.split("*"));
  return { words: new Set([...need].filter((word) => !word.includes("*"))), wordsInParts };
}

function isMet({ words: needed, wordsInParts }: PreparedNeed, words: ReadonlySet<string>): boolean {
  for (const word of words)
    if (needed.has(word) || wordsInParts.some((parts) => matchesParts(word, parts))) return true;
  return false;
}

/** Whether a word begins with the first part, ends with the last, and has the others in between, in order. */
function matchesParts(word: string, parts: readonly string[]): boolean {
  const first = parts[0] ?? "";
  const last = parts.at(-1) ?? "";
  if (!word.startsWith(first) || !word.endsWith(last)) return false;
  let at = first.length;
  for (let part = 1; part + 1 < parts.length; part++) {
    const found = word.indexOf(parts[part] ?? "", at);
    if (found === -1) return false;
    at = found + (parts[part] ?? "").length;
  }
  return at + last.length <= word.length;
}
