import type { Source } from "../../../contract/conversations.ts";
import { countWords } from "../../language/count-words.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import type { TableCandidate } from "../tables/table-candidate.ts";
import {
  compose,
  distinctWords,
  joinParts,
  maxAnswerWords,
  maxWiderWords,
  readSentences,
  type TextSpan,
} from "./compose-unit.ts";
import { dependsOnOthers } from "./sentences.ts";
import { toSources } from "./sources-of-spans.ts";
import { totalProbability, type RankedUnit } from "./rank-units.ts";
import { coverageOf } from "./weighted-query.ts";
import { composeItems, wholeList } from "./whole-list.ts";

/** A line of an answer that is taken from spans of a passage. */
export type TextLine = ReturnType<typeof composeLine>;

/** A line that is a table's answer. */
export interface TableLine {
  content: string;
  table: TableCandidate;
}

export type AnswerLine = TextLine | TableLine;

/**
 * The size of an answer: up to `maxUnits` units whose probability is at least `furtherShare` of the best one's, with up
 * to `maxWords` words in all. The less the best units stand out, the more candidates the answer includes: each extent
 * applies if the best three units together have at least the probability `from`. If it `goesOn`, units are extended
 * within their paragraph, as far as there is room: exceptions follow a rule there.
 */
const extents = [
  { from: 0.82, furtherShare: 0.4, maxUnits: 2, maxWords: 70, goesOn: false },
  { from: 0.77, furtherShare: 0.1, maxUnits: 3, maxWords: 70, goesOn: false },
  { from: 0, furtherShare: 0.1, maxUnits: 3, maxWords: maxAnswerWords, goesOn: true },
];
/** Units of another passage are shown from this share of the best one's probability on. */
const elsewhereShare = 0.25;
/** Of rows of one table only the best is shown, unless the next has at least this share of its probability. */
const nearlyEqualShare = 0.75;
/** Units with words of the question that the others lack are shown from this share of the best one's probability on. */
const newWordsShare = 0.1;
/** The share of the question's weight that such words have. */
const minNewWords = 0.06;
/** A sentence at least this share as probable as the best one may answer in other words: it is no introduction. */
const maxIntroductionShare = 0.5;
/** An answer has at most this many units. */
const maxUnitsPerAnswer = 3;
/** Only this many of the best units are considered. */
const maxUnitsConsidered = 8;

interface LineOptions {
  /** Of a table only one row, unless the question chooses among rows. */
  ofSeveralRows?: boolean;
  /** The weights of the question's terms. */
  weights?: readonly number[];
}

/**
 * The lines of a short answer: those composed around the best unit, and around the next ones if they are nearly as good
 * and all are short.
 */
export function composeLines(
  units: readonly RankedUnit[],
  passages: readonly RetrievedPassage[],
  options: LineOptions = {},
): TextLine[] {
  // A lead-in without its list or table says nothing.
  const isLeadIn = ({ unit }: RankedUnit): boolean =>
    unit.composed.content.endsWith(":") && (unit.text.endsWith(":") || unit.marks.isQuestion);
  const complete = units.filter((unit) => !isLeadIn(unit));
  const ranked = complete.length > 0 ? complete : units;
  const [best] = ranked;
  const probability = totalProbability(ranked.slice(0, 3));
  const extent = extents.find(({ from }) => probability >= from);
  if (best === undefined || extent === undefined) return [];
  const shown = chooseUnits(best, ranked, extent, options);
  if (extent.goesOn) widen(shown, passages, extent.maxWords - wordsOf(shown));
  const lists = Map.groupBy(shown, ({ passage, index, unit }) =>
    unit.kind === "list_item" && unit.lead !== null ? `${passage} list ${unit.lead}` : `${passage} ${index}`,
  );
  let room = maxAnswerWords - wordsOf(shown);
  return [...lists.values()].map((items) => {
    const whole = wholeList(items, units, passages);
    const more = whole === null ? 0 : countWords(whole.content) - wordsOf(items);
    if (whole !== null && more <= room) {
      room -= more;
      return whole;
    }
    const line =
      items.length > 1
        ? composeItems(items, passages)
        : withoutIntroduction(items[0] as RankedUnit, ranked, passages);
    return whole === null ? line : { ...line, content: `${line.content.replace(/[.,;]$/u, "")}; …` };
  });
}

/**
 * The best unit, the next ones if they are nearly as good, and those that have further words of the question: "my phone
 * was stolen" may be in the exception to the rule.
 */
function chooseUnits(
  best: RankedUnit,
  ranked: readonly RankedUnit[],
  { furtherShare, maxUnits, maxWords }: (typeof extents)[number],
  { ofSeveralRows = false, weights = [] }: LineOptions,
): RankedUnit[] {
  const shown = [best];
  const fits = (other: RankedUnit): boolean => {
    const { kind, marks } = other.unit;
    if (kind === "heading" || marks.isHeader || wordsOf([...shown, other]) > maxWords) return false;
    if (!ofSeveralRows && ofOneTable(best, other) && !isEqualRow(best, other)) return false;
    return !shown.some((one) => overlaps(other, one) || repeats(other, one));
  };
  const covered = (units: readonly RankedUnit[]): number =>
    coverageOf(
      weights,
      weights.map((_, term) => Math.max(...units.map(({ matched }) => matched[term] ?? 0))),
    );
  const next = ranked.slice(1, maxUnitsConsidered);
  for (const other of next) {
    if (shown.length === maxUnits || other.probability < furtherShare * best.probability) break;
    if (other.passage !== best.passage && other.probability < elsewhereShare * best.probability) continue;
    if (fits(other)) shown.push(other);
  }
  for (const other of next) {
    if (shown.length >= maxUnitsPerAnswer || other.probability < newWordsShare * best.probability) break;
    const newWords = covered([...shown, other]) - covered(shown);
    if (other.unit.row === null && newWords >= minNewWords && fits(other)) shown.push(other);
  }
  return shown;
}

/** Whether another row of the table is nearly as probable as the best one and has the same words of the question. */
const isEqualRow = (best: RankedUnit, other: RankedUnit): boolean =>
  other.probability >= nearlyEqualShare * best.probability &&
  best.matched.every((share, term) => share === 0 || (other.matched[term] ?? 0) > 0);

const wordsOf = (units: readonly RankedUnit[]): number =>
  units.reduce((sum, { unit }) => sum + unit.composedWords, 0);

/**
 * The line of a unit without the sentences before it that have no word of the question, so that the answer comes first.
 * A question stays, and what the next sentence may depend on.
 */
function withoutIntroduction(
  one: RankedUnit,
  ranked: readonly RankedUnit[],
  passages: readonly RetrievedPassage[],
): TextLine {
  const line = composeLine(one);
  const [span, ...others] = line.spans;
  const passage = passages[one.passage];
  if (one.unit.kind !== "prose" || span === undefined || others.length > 0 || passage === undefined)
    return line;
  if (span.start === one.unit.start) return line;
  const sentences = readSentences(passage);
  const first = sentences.findIndex(({ start }) => start === span.start);
  const last = sentences.findIndex(({ end }) => end === span.end);
  const isIntroduction = ({ passage: at, ownCount, unit, probability }: RankedUnit) =>
    at === one.passage &&
    ownCount === 0 &&
    probability < maxIntroductionShare * one.probability &&
    !/[?:]$/u.test(unit.text);
  const introductions = new Set(ranked.filter(isIntroduction).map(({ index }) => index));
  // "Can I hire crutches? Yes, for R60 a week.": the first sentence after a question answers it, whatever its words.
  const before = ranked.find(({ passage: of, index }) => of === one.passage && index === first - 1);
  if (before?.unit.marks.isQuestion === true && before.ownCount > 0) return line;
  let from = first;
  while (from < one.index && introductions.has(from)) from++;
  while (from > first && dependsOnOthers(sentences[from]?.text ?? "")) from--;
  const textFrom = (at: number): string => joinParts(sentences.slice(at, last + 1).map(({ plain }) => plain));
  // Lead-ins and clipped texts are not the sentences unchanged.
  if (from === first || line.content !== textFrom(first)) return line;
  return { ...line, content: textFrom(from), spans: [{ start: sentences[from]?.start ?? 0, end: span.end }] };
}

/** Extends the units within their paragraphs. */
function widen(shown: RankedUnit[], passages: readonly RetrievedPassage[], room: number): void {
  let left = room;
  shown.forEach((one, at) => {
    const passage = passages[one.passage];
    if (passage === undefined || one.unit.row !== null) return;
    const { answer } = compose(passage, readSentences(passage), one.index, { maxWords: maxWiderWords });
    const wider = { ...one, unit: { ...one.unit, composed: answer } };
    const more = countWords(answer.content) - one.unit.composedWords;
    if (!contains(answer.spans, one.unit.composed.spans)) return;
    if (more > left || shown.some((other) => other !== one && overlaps(wider, other))) return;
    left -= more;
    shown[at] = wider;
  });
}

/** Whether spans cover others: a wider answer must not lose the sentences before the unit. */
const contains = (wider: readonly TextSpan[], spans: readonly TextSpan[]): boolean =>
  spans.every(({ start, end }) => wider.some((other) => other.start <= start && other.end >= end));

export const composeLine = ({ passage, unit: { composed } }: RankedUnit) => ({
  content: composed.content,
  passage,
  spans: composed.spans,
});

export function sourcesOfLine({ passage, spans }: TextLine, passages: RetrievedPassage[]): Source[] {
  const found = passages[passage];
  return found === undefined ? [] : toSources(found, spans);
}

function ofOneTable({ unit: one }: RankedUnit, { unit: other }: RankedUnit): boolean {
  return (
    one.row !== null && one.row.versionId === other.row?.versionId && one.row.number === other.row.number
  );
}

function overlaps(a: RankedUnit, b: RankedUnit): boolean {
  const [one, other] = [a.unit.composed.spans.at(-1), b.unit.composed.spans.at(-1)];
  if (a.passage !== b.passage || one === undefined || other === undefined) return false;
  return one.start < other.end && other.start < one.end;
}

/** Near-duplicates (a copied clause, the heading of a list) add nothing. */
const repeats = ({ unit: one }: RankedUnit, { unit: other }: RankedUnit): boolean =>
  isCoveredBy(one.composed.content, other.composed.content, { withFigures: false });

/** Whether another text contains most words of a text and, by default, all its figures. */
export function isCoveredBy(text: string, other: string, { withFigures = true } = {}): boolean {
  const words = distinctWords(text);
  const newWords = [...words.difference(distinctWords(other))];
  const hasNewFigure = withFigures && newWords.some((word) => /\d/u.test(word));
  return newWords.length < 0.2 * words.size && !hasNewFigure;
}
