import { sentenceCues } from "../../language/sentence-cues.ts";

const mark = /(?<=[\s:;,])\((\d{1,2}|[a-z]|[ivx]{1,4})\)\s+/giu;
const roman = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"];
const minItems = 3;
/** "If (a) …; and (b) …" is true only as a whole, and so is a list that is qualified at its end. */
const binds = new RegExp(String.raw`(?<!\p{L})(?:${sentenceCues("binds a list")})(?!\p{L})`, "iu");
const qualifier = new RegExp(String.raw`(?<!\p{L})(?:${sentenceCues("qualifies a list")})(?!\p{L})`, "iu");
const between = /[;,.]?\s*(?:(?:and|or|en|of)\s*)?$/u;

/**
 * The lead-in and the item spans of a sentence with an inline list ("We may tell: (1) the police; (2) a court; and
 * (3) your insurer"); null if it has none that can be split.
 */
export function enumerationIn(sentence: string) {
  const marks = [...sentence.matchAll(mark)];
  const itemNumbers = marks.map(([, number = ""]) => number.toLowerCase());
  const isSeries = [numbers, letters, roman].some((series) =>
    itemNumbers.every((each, at) => each === series[at]),
  );
  if (itemNumbers.length < minItems || !isSeries) return null;
  const items = marks.map(({ index }, at) => {
    const text = sentence.slice(index, marks[at + 1]?.index);
    return { start: index, end: index + text.replace(between, "").length };
  });
  const lead = sentence.slice(0, marks[0]?.index).trim();
  const last = items.at(-1);
  if (lead === "" || binds.test(lead) || qualifier.test(sentence.slice(last?.start))) return null;
  return { lead: lead.endsWith(":") ? lead : `${lead}:`, items };
}

const numbers = Array.from({ length: 30 }, (_, at) => String(at + 1));
const letters = [..."abcdefghijklmnopqrstuvwxyz"];
