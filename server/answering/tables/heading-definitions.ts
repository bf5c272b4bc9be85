import { datesIn, daysIn } from "../../language/calendar.ts";
import { onceFor } from "../../caching/once.ts";
import { rangesIn } from "../../language/ranges.ts";
import type { Operators } from "./question-operators.ts";
import type { TypedTable } from "../../ingestion/tables/stored-table.ts";
import type { Definition, RetrievedTable } from "./retrieved-table.ts";
import type { ScoredUnit } from "./row-probabilities.ts";

/** Appends to a heading or a row's name how the documents define it elsewhere. */
export type ExpandHeading = (heading: string) => string;

/** "Peak season: 1 December to 31 January"; "“small” is up to 10 kg, “large” is more than 10 kg". */
const definition =
  /(?<![\p{L}-])["“'‘]?(\p{L}[\p{L}-]+(?: \p{L}[\p{L}-]+){0,2}?)["”'’]?(?::| (?:means?|is|are|runs?|lasts?|beteken)) ((?:(?:from|between|every|all|up to|more than|over|above|under|below|less than|at least) )?(?:\d|\p{Lu}\p{L}+days?)(?:(?![.;](?:\s|$)|, ["“]).)*)/gu;
const generic = /(?<!\p{L})(?:the|seasons?|rates?|times?|hours|periods?)(?!\p{L})/gu;

const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .replace(generic, "")
    .match(/\p{L}[\p{L}-]+/gu) ?? [];
const hasDatesOrNumbers = (text: string): boolean =>
  datesIn(text).size > 0 || daysIn(text).size > 0 || rangesIn(text).length > 0;

const definitionsOfUnit = onceFor(({ plain }: { plain: string }): Definition[] =>
  [...plain.matchAll(definition)]
    .map(([, name = "", text = ""]) => ({ words: wordsOf(name), text }))
    .filter(({ words, text }) => words.length > 0 && hasDatesOrNumbers(text)),
);

/** "Low | 1 May 2026 | 31 August 2026", "Peak (high) | 10 December – 10 January; 1 – 9 April". */
export const definitionsOfTable = onceFor(({ rows }: TypedTable): Definition[] =>
  rows.flatMap(({ cells: [label, ...others] }) => {
    const words = label?.kind === "text" ? wordsOf(label.text.replace(/\(.*\)/u, "")) : [];
    const dated = others.filter(({ text }) => datesIn(text).size > 0);
    const [first, second, ...further] = dated;
    if (words.length === 0 || first === undefined || further.length > 0) return [];
    if (second === undefined) return /\d/u.test(first.text) ? [{ words, text: first.text }] : [];
    const areEnds = first.kind === "date" && second.kind === "date";
    return areEnds ? [{ words, text: `${first.text} – ${second.text}` }] : [];
  }),
);

/** Collects the definitions in the units, the tables and their documents, for headings without dates or numbers of their own. */
export function definitionExpander(
  { days, dates, points }: Operators,
  units: readonly ScoredUnit[],
  tables: readonly RetrievedTable[],
): ExpandHeading {
  const isCompared = days.size + dates.size + points.length > 0;
  const definitions = isCompared
    ? [
        ...units.flatMap(({ unit }) => definitionsOfUnit(unit)),
        ...tables.flatMap((each) => [...definitionsOfTable(each.table), ...each.definitions]),
      ]
    : [];
  if (definitions.length === 0) return (heading) => heading;
  return (heading) => {
    const own = new Set(wordsOf(heading));
    const found = definitions.filter(({ words }) => words.every((word) => own.has(word)));
    return found.length === 0 || hasDatesOrNumbers(heading)
      ? heading
      : [heading, ...new Set(found.map(({ text }) => text))].join("\n");
  };
}
