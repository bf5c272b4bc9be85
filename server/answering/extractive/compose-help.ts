import type { Source } from "../../../contract/conversations.ts";
import { countWords } from "../../language/count-words.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import type { TableCandidate } from "../tables/table-candidate.ts";
import { analysePassage } from "./analysed-passage.ts";
import type { ChosenAnswer } from "./choose-text-or-table.ts";
import { isCoveredBy, type TextLine } from "./answer-lines.ts";
import { wholeList } from "./whole-list.ts";
import { distinctWords, leadIn } from "./compose-unit.ts";
import { markLength } from "./leading-marks.ts";
import { composeUnits } from "./passage-units.ts";
import type { RankedUnit } from "./rank-units.ts";
import { showLine } from "./show-lines.ts";
import { toSources } from "./sources-of-spans.ts";

/** "This may help" shows at most this many quotes, of this many words together. */
const maxQuotes = 3;
const maxWords = 105;
const maxQuoteWords = 60;
/** At most this many of them are rows of the table's answer that was chosen. */
const maxChosenRows = 2;
/** Only this many of the other units are considered. */
const maxRead = 12;

/** What was chosen for a question, or for a part of one. */
type HelpOf = Pick<ChosenAnswer, "table"> & { ranked: readonly RankedUnit[] };

/**
 * Up to three quotes close to the question, for when no answer has enough confidence: first the rows of the answer that
 * was chosen, if it is a table's.
 */
export const composeHelp = (
  ranked: readonly RankedUnit[],
  passages: RetrievedPassage[],
  table: TableCandidate | null = null,
): Source[] => quotesOf(inHelpOrder({ ranked, table }), passages);

/** As `composeHelp`, with the best quote of each part of the question before those of the whole. */
export const composeHelpOfParts = (
  whole: HelpOf,
  parts: readonly HelpOf[],
  passages: RetrievedPassage[],
): Source[] =>
  quotesOf([...parts.flatMap((part) => inHelpOrder(part).slice(0, 1)), ...inHelpOrder(whole)], passages);

/** The units that are considered, those first that are rows of a table's answer. */
function inHelpOrder({ ranked, table }: HelpOf) {
  const isChosen = ({ unit: { row } }: RankedUnit): boolean =>
    row !== null &&
    table?.rowIds.some(
      ({ versionId, number, at }) => row.versionId === versionId && row.number === number && row.at === at,
    ) === true;
  const chosenRows = ranked.filter(isChosen).slice(0, maxChosenRows);
  const others = ranked.slice(0, maxRead).filter((unit) => !chosenRows.includes(unit));
  return [...chosenRows, ...others].map((unit) => ({ unit, ranked }));
}

function quotesOf(units: ReturnType<typeof inHelpOrder>, passages: RetrievedPassage[]): Source[] {
  const sources: Source[] = [];
  let words = 0;
  for (const { unit, ranked } of units) {
    if (sources.length === maxQuotes) break;
    const list = wholeList([unit], ranked, passages);
    const source = helpSource(unit, passages, { list, room: Math.min(maxQuoteWords, maxWords - words) });
    if (source === undefined || (unit.unit.kind === "heading" && countWords(source.quote) < 8)) continue;
    if (isTitle(source, passages[unit.passage], unit.index)) continue;
    if (sources.some((other) => overlaps(source, other) || repeats(source, other))) continue;
    sources.push(source);
    words += countWords(source.quote);
  }
  return sources;
}

/** Whether a quote is only the name of its document, or a line without a full stop over the first heading. */
function isTitle(
  { quote, documentName }: Source,
  passage: RetrievedPassage | undefined,
  at: number,
): boolean {
  const plain = (text: string): string => [...distinctWords(text)].join(" ");
  if (plain(quote) === plain(documentName.replace(/\.\p{L}{2,4}$/u, ""))) return true;
  const { sentences } = passage === undefined ? { sentences: [] } : composeUnits(passage);
  return at === 0 && sentences[1]?.kind === "heading" && /[\p{L}\p{N}]$/u.test(quote);
}

const overlaps = (one: Source, other: Source): boolean =>
  one.documentId === other.documentId &&
  one.page === other.page &&
  one.start < other.end &&
  other.start < one.end;

/** Near-duplicates (a copied clause, the heading of a list) add nothing. */
const repeats = (one: Source, other: Source): boolean =>
  isCoveredBy(one.quote, other.quote, { withFigures: false });

/**
 * The list that a unit is an item of, or else its composed answer, if that is short enough, or else the unit alone; none
 * if that is too long, too.
 */
function helpSource(
  { passage: at, index, unit }: RankedUnit,
  passages: RetrievedPassage[],
  { list, room }: { list: TextLine | null; room: number },
): Source | undefined {
  const passage = passages[at];
  if (passage === undefined) return undefined;
  const { content, spans } = unit.composed;
  const lead = unit.kind === "list_item" ? leadIn(passage, analysePassage(passage).units, index) : null;
  const alone = { content: lead === null ? unit.plain : `${lead} ${unit.plain}`, spans: [unit] };
  // A question without its answer and a lead-in without its list help nobody.
  const candidates = unit.marks.isQuestion || unit.text.endsWith(":") ? [] : [alone];
  const lists = list === null ? [] : [list];
  for (const candidate of [...lists, { content, spans: spans.slice(-1) }, ...candidates]) {
    const line = { ...candidate, passage: at };
    const shown = showLine(line, passage, { room: room - countWords(line.content) });
    const [source, ...others] = shown.spans.flatMap(({ start, end }) =>
      // The place of a quote begins with its first word, not with a bullet or a clause number.
      toSources(passage, [{ start: start + markLength(passage.text.slice(start, end)), end }]),
    );
    if (source === undefined || others.length > 0) continue;
    if (countWords(shown.content) <= room && !shown.content.endsWith(":"))
      return { ...source, quote: shown.content };
  }
  return undefined;
}
