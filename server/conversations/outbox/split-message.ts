import { sentences } from "../../language/sentences.ts";

/**
 * Splits a text into parts of at most `limit` UTF-16 code units: between paragraphs if possible, otherwise between
 * lines, sentences, words, or finally between grapheme clusters, so that no emoji or accent is split. Only white space
 * between parts is lost. A text never has fewer code units than code points, so the limit also holds for a channel
 * that counts code points.
 */
export function splitMessage(text: string, limit: number): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > limit) {
    const end = endOfPart(rest, limit);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === "" ? parts : [...parts, rest];
}

/** A better place to split is not used if it makes the part shorter than this share of the limit. */
const minShare = 0.25;

/** Where the first part ends: at most `limit`, at least 1. */
function endOfPart(text: string, limit: number): number {
  // One character more than fits, since the text may be split right after the last one that does.
  const head = text.slice(0, limit + 1);
  const candidates = [
    head.lastIndexOf("\n\n"),
    head.lastIndexOf("\n"),
    lastSentenceEnd(text, limit),
    head.search(/\s\S*$/u),
  ];
  return candidates.find((end) => end >= limit * minShare) ?? lastCharacterEnd(text, limit);
}

function lastSentenceEnd(text: string, limit: number): number {
  // Look a little further: text that stops at the limit would seem to end a sentence there.
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
  // A single character with more combining marks than fit into a part.
  const splitsPair = /[\ud800-\udbff]/.test(text[limit - 1] ?? "") && limit > 1;
  return splitsPair ? limit - 1 : limit;
}
