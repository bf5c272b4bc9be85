import { normalizeWord, parsePattern, signSources, type PatternPart } from "./intent-patterns.ts";

/** A message must contain one of these words; "*" stands for any letters. */
type Condition = ReadonlySet<string>;

/** A pattern can only match if the message meets each condition. A few look-ups rule out most patterns. */
export type PatternConditions = readonly Condition[];

/** The conditions of a pattern. `sets` has the conditions of the named sets that it may contain. */
export function conditionsOfPattern(
  pattern: string,
  sets: ReadonlyMap<string, PatternConditions>,
): PatternConditions {
  const conditionsOfAlternatives = (alternatives: PatternPart[][]): PatternConditions => {
    const [first = [], ...others] = alternatives.map((sequence) => sequence.flatMap(conditionsOfPart));
    return others.length === 0 ? first : oneOf([first, ...others]);
  };
  const conditionsOfPart = (part: PatternPart): PatternConditions => {
    if (typeof part === "string") return conditionsOfToken(part, sets);
    return part.isOptional ? [] : conditionsOfAlternatives(part.alternatives);
  };
  return conditionsOfAlternatives(parsePattern(pattern));
}

function conditionsOfToken(token: string, sets: ReadonlyMap<string, PatternConditions>): PatternConditions {
  if (signSources.has(token)) return [];
  if (token.startsWith("{")) return sets.get(token.slice(1, -1)) ?? [];
  return [new Set([token.split("*").map(normalizeWord).join("*")])];
}

/** The condition of alternatives: a word from the smallest set of one of them. None if one has no condition. */
function oneOf(alternatives: readonly PatternConditions[]): PatternConditions {
  const all = new Set<string>();
  for (const conditions of alternatives) {
    const [smallest] = conditions.toSorted((a, b) => a.size - b.size);
    if (smallest === undefined) return [];
    for (const word of smallest) all.add(word);
  }
  return [all];
}

/** Finds the patterns that a message can match, by the words that each pattern requires. */
export class PatternIndex<Pattern> {
  readonly #patterns: readonly { pattern: Pattern; conditions: PreparedCondition[] }[];
  /** Indexes of patterns by each word of their most selective condition. */
  readonly #byWord = new Map<string, number[]>();
  /** The same for words with "*", by their first letter; "" if they begin with "*". */
  readonly #byFirstLetter = new Map<string, { parts: string[]; index: number }[]>();
  /** Indexes of the patterns without conditions. */
  readonly #always: number[] = [];

  constructor(patterns: readonly { pattern: Pattern; conditions: PatternConditions }[]) {
    this.#patterns = patterns.map(({ pattern, conditions }) => ({
      pattern,
      conditions: conditions.map(prepare),
    }));
    const required = patterns.flatMap(({ conditions }) => conditions.flatMap((each) => [...each]));
    const occurrences = Map.groupBy(required, (word) => word);
    const frequencyOf = (condition: Condition) =>
      [...condition].reduce((sum, word) => sum + (occurrences.get(word)?.length ?? 0), 0);
    patterns.forEach(({ conditions }, index) => {
      const [rarest] = conditions.toSorted((a, b) => frequencyOf(a) - frequencyOf(b));
      if (rarest === undefined) this.#always.push(index);
      else this.#add(prepare(rarest), index);
    });
  }

  #add({ words, wordsInParts }: PreparedCondition, index: number): void {
    for (const word of words) this.#byWord.set(word, [...(this.#byWord.get(word) ?? []), index]);
    for (const parts of wordsInParts) {
      const letter = parts[0]?.[0] ?? "";
      this.#byFirstLetter.set(letter, [...(this.#byFirstLetter.get(letter) ?? []), { parts, index }]);
    }
  }

  /** The patterns that a message with these words may match, in their order. */
  of(words: ReadonlySet<string>): Pattern[] {
    const indexes = new Set(this.#always);
    for (const word of words) {
      for (const index of this.#byWord.get(word) ?? []) indexes.add(index);
      for (const letter of [word[0] ?? "", ""])
        for (const { parts, index } of this.#byFirstLetter.get(letter) ?? [])
          if (matchesParts(word, parts)) indexes.add(index);
    }
    return [...indexes]
      .sort((a, b) => a - b)
      .flatMap((index) => {
        const candidate = this.#patterns[index];
        if (candidate === undefined) return [];
        return candidate.conditions.every((condition) => isMet(condition, words)) ? [candidate.pattern] : [];
      });
  }
}

type PreparedCondition = ReturnType<typeof prepare>;

/** Splits the words with "*" there. */
function prepare(condition: Condition) {
  const wordsInParts = [...condition].filter((word) => word.includes("*")).map((word) => word.split("*"));
  return { words: new Set([...condition].filter((word) => !word.includes("*"))), wordsInParts };
}

function isMet({ words: required, wordsInParts }: PreparedCondition, words: ReadonlySet<string>): boolean {
  for (const word of words)
    if (required.has(word) || wordsInParts.some((parts) => matchesParts(word, parts))) return true;
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
