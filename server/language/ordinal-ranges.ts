import { numberWords, ordinals } from "./value-words.ts";

const unit = "(weeks?|months?|years?)(?!\\p{L})";
const ordinal = `(\\d{1,2}(?:st|nd|rd|th)|${ordinals.join("|")})`;
const count = `(\\d{1,2}|${[...numberWords.keys()].join("|")})`;
const first = new RegExp(`(?<!\\p{L})first ${count} ${unit}`, "giu");
const span = new RegExp(`(?<!\\p{L})${ordinal} (?:to|and|–|-) ${ordinal} ${unit}`, "giu");
const onwards = new RegExp(
  `(?<!\\p{L})from (?:the |your )?${ordinal} ${unit}|(?<!\\p{L})${ordinal} ${unit},? (?:(?:and|or) )?(?:later|onwards|after|over|above)(?!\\p{L})`,
  "giu",
);
const single = new RegExp(`(?<!\\p{L})(?:after (?:the |your )?)?${ordinal} ${unit}`, "giu");

const place = (word: string): number => ordinals.indexOf(word.toLowerCase()) + 1 || Number.parseInt(word, 10);
/** The end of a period is the beginning of the next one. */
const before = (value: number): string => String(value - 0.01);

/**
 * Replaces ordinals of weeks, months and years by how many of them have passed, so that `rangesIn` reads them: "from the
 * tenth year" is "from 9 years", "first to fourth year" is "0 to 3.99 years".
 */
export function countOrdinals(text: string): string {
  if (!/(?:st|nd|rd|th)(?![a-z])/iu.test(text)) return text;
  return text
    .replace(first, (_, many: string, of: string) => {
      const value = numberWords.get(many.toLowerCase()) ?? Number(many);
      return `0 to ${before(value)} ${of}`;
    })
    .replace(
      span,
      (_, from: string, to: string, of: string) => `${place(from) - 1} to ${before(place(to))} ${of}`,
    )
    .replace(
      onwards,
      (_, from: string | undefined, of: string | undefined, also: string, ofAlso: string) =>
        `from ${place(from ?? also) - 1} ${of ?? ofAlso}`,
    )
    .replace(single, (whole, at: string, of: string) =>
      whole.toLowerCase().startsWith("after")
        ? `from ${place(at)} ${of}`
        : `${place(at) - 1} to ${before(place(at))} ${of}`,
    );
}
