import { datesIn, daysIn, withoutDates, withoutDays } from "./calendar.ts";

/** Removes from an earlier message the figures, days and dates that the next message replaces by others. */
export const withoutReplacedDetails = (question: string, earlier: string): string =>
  withoutReplacedDays(question, withoutReplacedFigures(question, earlier));

/** Removes the days or dates of an earlier message if the next one names others: "and on Sunday?" after "on Saturday". */
function withoutReplacedDays(question: string, earlier: string): string {
  const kept = daysIn(question).size > 0 ? withoutDays(earlier) : earlier;
  return datesIn(question).size > 0 ? withoutDates(kept) : kept;
}

/** Removes the figures that the next message replaces, after or before the same word: "and if I'm 22?" after "I'm 35". */
function withoutReplacedFigures(question: string, earlier: string): string {
  const replacing = figuresIn(question);
  const replaced = figuresIn(earlier).filter((figure) =>
    replacing.some(
      ({ before, after }) =>
        (before !== "" && before === figure.before) || (after !== "" && after === figure.after),
    ),
  );
  return replaced.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), earlier);
}

/** The figures of a message with the words beside them, in lower case, or "" at its ends and beside other figures. */
const figuresIn = (message: string) =>
  [...message.matchAll(figureInContext)].map((found) => {
    const [, before = "", figure = "", after = ""] = found;
    const start = found.index + found[0].lastIndexOf(figure);
    return { before: before.toLowerCase(), after: after.toLowerCase(), start, end: start + figure.length };
  });
const figureInContext = /(?:(\p{L}[\p{L}'’]*)\s+)?(?<!\S)[R$€]?\s?(\d[\d.,\s]*\d|\d)(?:\s*(\p{L}+))?/giu;
