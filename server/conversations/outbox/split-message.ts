import { sentences } from "../../language/sentences.ts";

/**
 * Splits a text into parts of at most `limit` UTF-16 code units: between paragraphs where it can,
 * else between lines, sentences, words, and last between characters as people see them, so that no
 * emoji or accent is torn. Nothing but white space at the seams is lost. Code units are never fewer
 * than code points, so the limit holds whichever of the two a channel counts.
 */
export function splitMessage(text: string, limit: number): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > limit) {
    const end = seam(rest, limit);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === "" ? parts : [...parts, rest];
}

/** A part shorter than this share of the limit is not worth a better seam. */
const worthwhile = 0.25;

/** Where the first part ends: at most `limit`, at least 1. */
function seam(text: string, limit: number): number {
  // One more than fits: a seam may stand right behind the last character.
  const head = text.slice(0, limit + 1);
  const candidates = [
    head.lastIndexOf("\n\n"),
    head.lastIndexOf("\n"),
    lastSentenceEnd(text, limit),
    head.search(/\s\S*$/u),
  ];
  return candidates.find((end) => end >= limit * worthwhile) ?? lastCharacterEnd(text, limit);
}

function lastSentenceEnd(text: string, limit: number): number {
  // Read a little further, or the cut itself would look like the end of a sentence.
  const ends = sentences(text.slice(0, limit + 200)).map(({ end }) => end);
  return ends.findLast((end) => end <= limit) ?? -1;
}

const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function lastCharacterEnd(text: string, limit: number): number {
  let end = 0;
  for (const { index, segment } of characters.segment(text.slice(0, limit + 64))) {
    if (index + segment.length > limit) break;
    end = index + segment.length;
  }
  if (end > 0) return end;
  // One character with more marks on it than a message holds.
  const tearsPair = /[\ud800-\udbff]/.test(text[limit - 1] ?? "") && limit > 1;
  return tearsPair ? limit - 1 : limit;
}
