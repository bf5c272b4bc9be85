import { countWords } from "../../language/count-words.ts";
import { questionParts, type QuestionPart } from "../../language/question-parts.ts";
import { asksToChoose } from "../../language/question-type.ts";
import { tokenize } from "../../language/tokenize.ts";
import type { Retrieval } from "../../retrieval/passage.ts";
import { logOdds, probabilityOf } from "../calibration/log-odds.ts";
import type { TableCandidate } from "../tables/table-candidate.ts";
import {
  chooseAmong,
  rankUnitsOf,
  type AnswerModels,
  type ChosenAnswer,
  type QuestionContext,
} from "./choose-text-or-table.ts";
import { composeLine, composeLines, isCoveredBy, type AnswerLine } from "./answer-lines.ts";
import { maxAnswerWords } from "./compose-unit.ts";
import { withScores, type RankedUnit } from "./rank-units.ts";
import { coverageOf, weighQuery } from "./weighted-query.ts";

/** The answer to a question that may have several parts. */
export interface AnswerInParts {
  lines: AnswerLine[];
  /** The parts that were not found, in the question's words. */
  missing: string[];
  /** From 0 to 1. */
  confidence: number;
}

/** The whole question, and the answer chosen for it. */
interface Whole extends QuestionContext {
  chosen: ChosenAnswer;
  /** The product's models by default. */
  models?: AnswerModels;
}

/** A part of the question with its answer. */
type ReadPart = ReturnType<typeof readPart>;

/** A question with more parts is treated as one. */
const maxParts = 4;
/** The answer to the whole question follows those to its parts up to this many words in all. */
const maxFurtherWords = 70;
/** Words reserved for the sentence that names the missing parts. */
const maxFrameWords = 12;
/** Weight of words from earlier parts, to which an "it" may refer. */
const earlierEmphasis = 0.5;
/** The less weight a part's words have, the larger the share of the whole question's score: this one for none. */
const maxWholeShare = 0.9;
const weightOfHalfShare = 4;
/** The answer to the part alone is preferred if its confidence is higher by more than this. */
const minLeadOfPart = 0.15;
/** A part with a name of its own counts as not found below this confidence. */
const foundFrom = 0.35;
const weightOfOneName = 3;
/** If another part's answer seems to cover it, it is missing only if less than this share of its words is found. */
const minOwnCoverage = 0.2;
/** Added to the mean log odds of the whole and its weakest part, which are right a little more often than they say. */
const agreement = 0.25;

/** The lines of an answer: one by one for the parts of a question, or for the question as a whole. */
export function linesOf(whole: Whole): AnswerInParts {
  const { retrieval, chosen } = whole;
  const lines = wholeLines(whole);
  const isOne = lines.length === 0 || retrieval.english !== undefined;
  const answered = isOne ? null : answerParts(whole, lines);
  return answered ?? { lines, missing: [], confidence: chosen.confidence };
}

/** Below this confidence in a table's answer the best text is added, as far as there is room. */
const tableAloneFrom = 0.7;
/** Text must be at least this share as probable as the best unit. */
const minTextShare = 0.3;

function wholeLines({ query, retrieval, chosen }: Whole): AnswerLine[] {
  const { ranked, confidence } = chosen;
  if (chosen.table === null)
    return composeLines(ranked, retrieval.passages, {
      ofSeveralRows: asksToChoose(query.text),
      weights: query.weights,
    });
  const lines = [lineOf(chosen)];
  if (confidence >= tableAloneFrom) return lines;
  const minProbability = minTextShare * (ranked[0]?.probability ?? 0);
  const text = ranked.filter(({ unit, probability }) => unit.row === null && probability >= minProbability);
  for (const line of composeLines(text, retrieval.passages)) addLine(lines, line, maxAnswerWords);
  return lines;
}

/** Null if the question has only one part, or none of its parts was found. */
function answerParts(whole: Whole, wholeAnswerLines: readonly AnswerLine[]): AnswerInParts | null {
  const parts = questionParts(whole.query.question);
  if (parts.length === 0 || parts.length > maxParts) return null;
  const read = withDifferentCells(parts.map((_, at) => readPart(parts, at, whole)));
  const found = read.filter((part) => !isMissing(part, read));
  if (found.length === 0) return null;
  const missing = read.filter((part) => !found.includes(part)).map(({ part }) => part.text);
  const confidences = found.map(({ ownConfidence, chosen }) => Math.max(ownConfidence, chosen.confidence));
  const weakest = Math.min(...confidences);
  const lines =
    missing.length === 0
      ? joinLines(found, wholeAnswerLines, maxAnswerWords)
      : joinLines(found, [], maxAnswerWords - maxFrameWords - countWords(missing.join(" ")));
  if (lines.length === 0) return null;
  if (missing.length > 0) return { lines, missing, confidence: weakest };
  const both = (logOdds(whole.chosen.confidence) + logOdds(weakest)) / 2;
  return { lines, missing, confidence: probabilityOf(both + agreement) };
}

function readPart(parts: readonly QuestionPart[], at: number, whole: Whole) {
  const { chosen, models } = whole;
  const part = parts[at] as QuestionPart;
  const retrieval = { ...whole.retrieval, terms: termsOf(whole.retrieval.terms, parts, at) };
  const text = part.subject === "" ? part.text : `${part.subject}. ${part.text}`;
  const query = weighQuery(text, retrieval, whole.query.earlier);
  const context = { ...whole, query, retrieval };
  const ranked = rankUnitsOf(context, models?.matcher);
  const own = wordsIn([part.text]);
  const ownWeights = query.allWeights.map((weight, term) =>
    own.has(query.terms[term]?.word ?? "") ? weight * query.totalWeight : 0,
  );
  const ownWeight = ownWeights.reduce((sum, weight) => sum + weight, 0);
  const wholeShare = maxWholeShare / (1 + ownWeight / weightOfHalfShare);
  const alone = chooseAmong(context, ranked, models);
  const within = chooseAmong(context, withWhole(ranked, chosen.ranked, wholeShare), models);
  const chosenAnswer = alone.confidence > within.confidence + minLeadOfPart ? alone : within;
  return {
    part,
    chosen: chosenAnswer,
    line: lineOf(chosenAnswer),
    /** Confidence in the answer to the part alone. */
    ownConfidence: alone.confidence,
    /** Weight of its own words, about two per content word, and the share of it that the best unit contains. */
    ownWeight,
    ownCoverage:
      ownWeight === 0 ? 1 : coverageOf(ownWeights, chosenAnswer.ranked[0]?.matched ?? []) / ownWeight,
  };
}

const lineOf = ({ table, ranked }: ChosenAnswer): AnswerLine =>
  table === null ? composeLine(ranked[0] as RankedUnit) : { content: table.content, table };

/** The terms of the question, weighted by how much a part is about them. */
function termsOf(terms: Retrieval["terms"], parts: readonly QuestionPart[], at: number): Retrieval["terms"] {
  const texts = parts.map(({ text }) => text);
  const [before, after] = [wordsIn(texts.slice(0, at)), wordsIn(texts.slice(at + 1))];
  const own = wordsIn([texts[at] ?? "", parts[at]?.subject ?? ""]);
  const shareOf = (word: string): number => {
    if (own.has(word)) return 1;
    if (before.has(word)) return earlierEmphasis;
    // Any other word comes from an earlier message.
    return after.has(word) ? 0 : 1;
  };
  // All terms are kept, because passages refer to their matches by index.
  return terms.map((term) => ({ ...term, emphasis: term.emphasis * shareOf(term.word) }));
}

const wordsIn = (texts: string[]): Set<string> =>
  new Set(texts.flatMap((text) => tokenize(text)).flatMap(({ word, parts }) => [word, ...parts]));

/** Ranks the units by their scores for the part and for the whole question together. */
function withWhole(own: RankedUnit[], whole: readonly RankedUnit[], wholeShare: number): RankedUnit[] {
  const keyOf = ({ passage, index }: RankedUnit) => `${passage}/${index}`;
  const scores = new Map(whole.map((unit) => [keyOf(unit), unit.score]));
  const scoreOf = (unit: RankedUnit) =>
    (1 - wholeShare) * unit.score + wholeShare * (scores.get(keyOf(unit)) ?? unit.score);
  return withScores(own, own.map(scoreOf));
}

/** The prices of A and of B are not the same cell: the part with the higher score gets it. */
function withDifferentCells(parts: ReadPart[]): ReadPart[] {
  const taken = new Set<string>();
  const lines = new Map<ReadPart, AnswerLine>();
  const scoreOf = ({ chosen }: ReadPart) => chosen.tables[0]?.score ?? 0;
  for (const part of parts.toSorted((a, b) => scoreOf(b) - scoreOf(a))) {
    if (part.chosen.table === null) continue;
    const candidates = part.chosen.tables.map(({ candidate }) => candidate);
    const table = candidates.find((each) => !taken.has(cellOf(each))) ?? part.chosen.table;
    if (table.kind === "cell") taken.add(cellOf(table));
    lines.set(part, { content: table.content, table });
  }
  return parts.map((part) => ({ ...part, line: lines.get(part) ?? part.line }));
}

const cellOf = ({ versionId, cells }: TableCandidate): string =>
  [versionId, ...cells.map(({ page, start }) => `${page}:${start}`)].join(" ");

/** Whether the documents seem to contain no answer to a part. */
function isMissing(part: ReadPart, all: readonly ReadPart[]): boolean {
  const { ownConfidence, ownWeight, ownCoverage, line } = part;
  if (ownConfidence >= foundFrom || ownWeight <= weightOfOneName) return false;
  const isCoveredByAnotherPart = all.some(
    (other) => other !== part && isCoveredBy(line.content, other.line.content),
  );
  return !isCoveredByAnotherPart || ownCoverage < minOwnCoverage;
}

/** The answer to each part once, then the answer to the whole question, as far as there is room. */
function joinLines(found: readonly ReadPart[], wholeAnswerLines: readonly AnswerLine[], maxWords: number) {
  const lines: AnswerLine[] = [];
  for (const { part, line, chosen, ownWeight } of found) {
    // "Which one, and what does it cost": the row that answers the first part answers the second, too.
    const mayReferBack = ownWeight <= weightOfOneName && refersBack.test(part.text);
    if (mayReferBack && lines.some((given) => isRowOf(given, line))) continue;
    const isGiven = lines.some(({ content }) => isCoveredBy(line.content, content));
    if (isGiven || (!addLine(lines, line, maxWords) && chosen.table === null))
      addNext(lines, chosen, maxWords);
  }
  // The row of a cell that is already given would repeat it.
  const newLines = wholeAnswerLines.filter(
    (line) => !lines.some(({ content }) => isCoveredBy(content, line.content)),
  );
  for (const line of newLines) addLine(lines, line, Math.min(maxFurtherWords, maxWords));
  return lines;
}

const refersBack = /(?<!\p{L})(?:it|that|this|they|them|dit)(?!\p{L})/iu;

const isRowOf = (given: AnswerLine, other: AnswerLine): boolean =>
  "table" in given &&
  "table" in other &&
  given.table.kind === "row" &&
  given.table.versionId === other.table.versionId &&
  given.table.caption === other.table.caption;

/**
 * Adds the best unit that is not given yet, without its composed context: a unit that seems to answer two parts may
 * answer only one.
 */
function addNext(lines: AnswerLine[], { ranked }: ChosenAnswer, maxWords: number): void {
  const next = ranked.find(
    ({ unit: { kind, marks, composed } }) =>
      kind !== "heading" &&
      !marks.isQuestion &&
      !lines.some(({ content }) => isCoveredBy(composed.content, content)),
  );
  if (next === undefined) return;
  const { unit, passage } = next;
  const alone = { content: unit.plain, passage, spans: [{ start: unit.start, end: unit.end }] };
  addLine(lines, unit.kind === "table_row" ? composeLine(next) : alone, maxWords);
}

/** Adds a line unless it adds nothing new; false if there is no room for it. */
function addLine(lines: AnswerLine[], line: AnswerLine, maxWords: number): boolean {
  if (lines.some(({ content }) => isCoveredBy(line.content, content))) return true;
  const words = lines.reduce((sum, { content }) => sum + countWords(content), 0);
  if (words + countWords(line.content) > maxWords) return false;
  // The row of a cell replaces the cell.
  const kept = lines.filter(({ content }) => !isCoveredBy(content, line.content));
  lines.splice(0, lines.length, ...kept, line);
  return true;
}
