import { normalizeWord, tokensOf } from "./intent-patterns.ts";

/**
 * Words of which a message must hold one, or a pattern cannot match it; with "*" for any letters. Null: nothing can be
 * said. Most patterns are ruled out so, at the price of a few look-ups.
 */
export type Needs = ReadonlySet<string> | null;

/** A word with "*" costs a comparison with each word of a message. */
const costOf = (needs: ReadonlySet<string>): number =>
  [...needs].reduce((sum, word) => sum + (word.includes("*") ? 5 : 1), 0);

const cheaper = (one: Needs, other: Needs): Needs => {
  if (one === null || other === null) return one ?? other;
  return costOf(other) < costOf(one) ? other : one;
};

/** What a pattern needs, by what its sets need. */
export function needsOf(pattern: string, sets: ReadonlyMap<string, Needs>): Needs {
  const tokens = tokensOf(pattern);
  let at = 0;
  const readAlternatives = (closing: string | undefined): Needs => {
    const alternatives: Needs[] = [];
    let sequence: Needs = null;
    for (; at < tokens.length && tokens[at] !== closing; at += 1) {
      const token = tokens[at] as string;
      if (token === "|") {
        alternatives.push(sequence);
        sequence = null;
      } else if (token === "[" || token === "(") {
        at += 1;
        const inside = readAlternatives(token === "[" ? "]" : ")");
        if (token === "[") sequence = cheaper(sequence, inside);
      } else sequence = cheaper(sequence, needsOfToken(token, sets));
    }
    return union([...alternatives, sequence]);
  };
  return readAlternatives(undefined);
}

function needsOfToken(token: string, sets: ReadonlyMap<string, Needs>): Needs {
  if (["...", "~", "^", "$", "#"].includes(token)) return null;
  if (token.startsWith("{")) return sets.get(token.slice(1, -1)) ?? null;
  return new Set([token.split("*").map(normalizeWord).join("*")]);
}

/** One alternative without needs leaves none for all. */
function union(alternatives: Needs[]): Needs {
  const all = new Set<string>();
  for (const needs of alternatives) {
    if (needs === null) return null;
    for (const word of needs) all.add(word);
  }
  return all;
}

/** Tells of a message's words whether one of `needs` is among them. */
export function needTest(needs: Needs): (words: ReadonlySet<string>) => boolean {
  if (needs === null) return () => true;
  const exact = [...needs].filter((word) => !word.includes("*"));
  const parts = [...needs].filter((word) => word.includes("*")).map((word) => word.split("*"));
  return (words) =>
    exact.some((word) => words.has(word)) ||
    parts.some((each) => [...words].some((word) => holdsInOrder(word, each)));
}

function holdsInOrder(word: string, parts: readonly string[]): boolean {
  const [first = "", ...rest] = parts;
  const last = rest.pop() ?? "";
  if (!word.startsWith(first) || word.length < first.length + last.length || !word.endsWith(last))
    return false;
  let at = first.length;
  for (const part of rest) {
    const found = word.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at + last.length <= word.length;
}
