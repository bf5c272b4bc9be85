import { questionParts, type QuestionPart } from "../../language/question-parts.ts";
import { tokenise } from "../../language/tokenise.ts";
import type { Retrieval } from "../../retrieval/passage.ts";
import { logOdds, probabilityOf } from "../calibration/log-odds.ts";
import type { RetrievedTable } from "../tables/retrieved-table.ts";
import { asksToChoose } from "../tables/question-operators.ts";
import type { TableCandidate } from "../tables/table-candidate.ts";
import { chooseAmong, type AnswerModels, type ChosenAnswer } from "./choose-answer.ts";
import { composeLine, composeLines, type AnswerLine } from "./compose-answer.ts";
import { distinctWords, maxAnswerWords, wordsOf } from "./compose.ts";
import { withScores, rankUnits, type RankedUnit } from "./rank-units.ts";
import { describeUnits } from "./unit-features.ts";
import { massOf, weighQuery, type WeightedQuery } from "./weighted-query.ts";

/** What is said to a question, which may ask several things one after the other. */
export interface SaidAnswer {
  lines: AnswerLine[];
  /** What of it was not found, in the question's words. */
  missing: string[];
  /** From 0 to 1. */
  confidence: number;
}

/** The question as a whole, what was found for it, and what was chosen of that. */
interface Whole {
  query: WeightedQuery;
  isCasual: boolean;
  retrieval: Retrieval;
  tables: RetrievedTable[];
  chosen: ChosenAnswer;
  /** Where they are not those of the product. */
  models?: AnswerModels;
}

/** One of the things asked, and what is said to it. */
type ReadPart = ReturnType<typeof readPart>;

/** More than these are read as one question. */
const maxParts = 4;
/** What was to be said to the whole question follows its parts up to so many words in all. */
const maxFurtherWords = 70;
/** The words around what is named as not found. */
const maxFrameWords = 12;
/** A part may mean by "it" what a part before names. */
const earlierEmphasis = 0.5;
/** The fewer telling words a part has, the more of a unit's score is that for the whole question: this much of "how much?". */
const maxWholeShare = 0.9;
const massOfHalfShare = 4;
/** What is found for the part alone is said where it is surer by more than this. */
const muchSurer = 0.15;
/** A part that names something of its own was not found below this confidence. */
const foundFrom = 0.35;
const massOfOneName = 3;
/** Where what is said to another part seems to answer it too, less than this of what it names must be held. */
const minOwnHeld = 0.2;
/** What is sure for the whole and for its weakest part is right a little more often than both say. */
const agreement = 0.25;

/** The lines of an answer: to each thing that is asked one by one, or to the question as a whole. */
export function linesOf(whole: Whole): SaidAnswer {
  const { retrieval, chosen } = whole;
  const lines = wholeLines(whole);
  const isOne = lines.length === 0 || retrieval.english !== undefined;
  const answered = isOne ? null : answerParts(whole, lines);
  return answered ?? { lines, missing: [], confidence: chosen.confidence };
}

/** Below this confidence in a table's answer the best text is said with it, as far as there is room. */
const tableAloneFrom = 0.7;

function wholeLines({ query, retrieval, chosen }: Whole): AnswerLine[] {
  const { ranked, confidence } = chosen;
  if (chosen.table === null)
    return composeLines(ranked, retrieval.passages, { ofSeveralRows: asksToChoose(query.text) });
  const lines = [lineOf(chosen)];
  if (confidence >= tableAloneFrom) return lines;
  const text = ranked.filter(({ unit }) => unit.row === null);
  for (const line of composeLines(text, retrieval.passages)) addLine(lines, line, maxAnswerWords);
  return lines;
}

/** Null where a question asks one thing, or nothing of it was found. */
function answerParts(whole: Whole, further: readonly AnswerLine[]): SaidAnswer | null {
  const parts = questionParts(whole.query.question);
  if (parts.length === 0 || parts.length > maxParts) return null;
  const read = withDifferentCells(parts.map((_, at) => readPart(parts, at, whole)));
  const found = read.filter((part) => !isMissing(part, read));
  if (found.length === 0) return null;
  const missing = read.filter((part) => !found.includes(part)).map(({ part }) => part.text);
  const weakest = Math.min(
    ...found.map(({ ownConfidence, chosen }) => Math.max(ownConfidence, chosen.confidence)),
  );
  const lines =
    missing.length === 0
      ? joinLines(found, further, maxAnswerWords)
      : joinLines(found, [], maxAnswerWords - maxFrameWords - wordsOf(missing.join(" ")));
  if (lines.length === 0) return null;
  return {
    lines,
    missing,
    confidence: missing.length === 0 ? probabilityOfBoth(whole.chosen.confidence, weakest) : weakest,
  };
}

const probabilityOfBoth = (whole: number, weakest: number): number =>
  probabilityOf((logOdds(whole) + logOdds(weakest)) / 2 + agreement);

function readPart(parts: readonly QuestionPart[], at: number, whole: Whole) {
  const { isCasual, retrieval, tables, chosen, models } = whole;
  const part = parts[at] as QuestionPart;
  const asked = { ...retrieval, terms: termsOf(retrieval.terms, parts, at) };
  const text = part.subject === "" ? part.text : `${part.subject}. ${part.text}`;
  const query = weighQuery(text, asked, whole.query.earlier);
  const ranked = rankUnits(describeUnits(query, retrieval.passages, { tables }), models?.unitWeights);
  const own = wordsIn([part.text]);
  const ownWeights = query.allWeights.map((weight, term) =>
    own.has(query.terms[term]?.word ?? "") ? weight * query.mass : 0,
  );
  const ownMass = ownWeights.reduce((sum, weight) => sum + weight, 0);
  const wholeShare = maxWholeShare / (1 + ownMass / massOfHalfShare);
  const alone = chooseAmong(query, asked, { tables, isCasual, ranked }, models);
  const together = withWhole(ranked, chosen.ranked, wholeShare);
  const within = chooseAmong(query, asked, { tables, isCasual, ranked: together }, models);
  const said = alone.confidence > within.confidence + muchSurer ? alone : within;
  return {
    part,
    chosen: said,
    line: lineOf(said),
    /** By the part alone: how likely what is found for it is right. */
    ownConfidence: alone.confidence,
    /** Of its own words: their weight, about two for each telling one, and the share that the best unit holds. */
    ownMass,
    ownHeld: ownMass === 0 ? 1 : massOf(ownWeights, said.ranked[0]?.held ?? []) / ownMass,
  };
}

const lineOf = ({ table, ranked }: ChosenAnswer): AnswerLine =>
  table === null ? composeLine(ranked[0] as RankedUnit) : { content: table.content, table };

/** The terms of the question, as far as a part is about them. */
function termsOf(terms: Retrieval["terms"], parts: readonly QuestionPart[], at: number): Retrieval["terms"] {
  const [before, after] = [parts.slice(0, at), parts.slice(at + 1)].map((others) =>
    wordsIn(others.map(({ text }) => text)),
  ) as [Set<string>, Set<string>];
  const own = wordsIn([parts[at]?.text ?? "", parts[at]?.subject ?? ""]);
  const shareOf = (word: string): number => {
    if (own.has(word)) return 1;
    if (before.has(word)) return earlierEmphasis;
    // Any other is a word of an earlier message.
    return after.has(word) ? 0 : 1;
  };
  // All are kept, since passages tell by place which of them they match.
  return terms.map((term) => ({ ...term, emphasis: term.emphasis * shareOf(term.word) }));
}

const wordsIn = (texts: string[]): Set<string> =>
  new Set(texts.flatMap((text) => tokenise(text)).flatMap(({ word, parts }) => [word, ...parts]));

/** The units in the order that both the part and the whole question give them. */
function withWhole(own: RankedUnit[], whole: readonly RankedUnit[], wholeShare: number): RankedUnit[] {
  const keyOf = ({ passage, index }: RankedUnit) => `${passage}/${index}`;
  const scores = new Map(whole.map((unit) => [keyOf(unit), unit.score]));
  return withScores(
    own,
    own.map((unit) => (1 - wholeShare) * unit.score + wholeShare * (scores.get(keyOf(unit)) ?? unit.score)),
  );
}

/** Who asks for the price of A and of B doesn't mean the same cell twice: the surer part has it. */
function withDifferentCells(parts: ReadPart[]): ReadPart[] {
  const taken = new Set<string>();
  const lines = new Map<ReadPart, AnswerLine>();
  const sureness = ({ chosen }: ReadPart) => chosen.tables[0]?.likelihood ?? 0;
  for (const part of parts.toSorted((a, b) => sureness(b) - sureness(a))) {
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

/** Whether the documents seem to hold nothing of what a part asks. */
function isMissing(part: ReadPart, all: readonly ReadPart[]): boolean {
  const { ownConfidence, ownMass, ownHeld, line } = part;
  if (ownConfidence >= foundFrom || ownMass <= massOfOneName) return false;
  const isSaidAnyway = all.some((other) => other !== part && addsNothing(line.content, other.line.content));
  return !isSaidAnyway || ownHeld < minOwnHeld;
}

/** What is said to each part once, and after it what was to be said to the whole question, as far as there is room. */
function joinLines(
  found: readonly ReadPart[],
  further: readonly AnswerLine[],
  maxWords: number,
): AnswerLine[] {
  const lines: AnswerLine[] = [];
  for (const { part, line, chosen, ownMass } of found) {
    // "Which one, and what does it cost": the row that is told tells that too.
    if (ownMass <= massOfOneName && refers.test(part.text) && lines.some((told) => isRowOf(told, line)))
      continue;
    const isSaid = lines.some(({ content }) => addsNothing(line.content, content));
    if (isSaid || (!addLine(lines, line, maxWords) && chosen.table === null))
      addNext(lines, chosen, maxWords);
  }
  // The row of a cell that was told would tell it again.
  const fresh = further.filter((line) => !lines.some(({ content }) => addsNothing(content, line.content)));
  for (const line of fresh) addLine(lines, line, Math.min(maxFurtherWords, maxWords));
  return lines;
}

const refers = /(?<!\p{L})(?:it|that|this|they|them|dit)(?!\p{L})/iu;

const isRowOf = (told: AnswerLine, other: AnswerLine): boolean =>
  "table" in told &&
  "table" in other &&
  told.table.kind === "row" &&
  told.table.versionId === other.table.versionId &&
  told.table.caption === other.table.caption;

/** The best sentence that answers and is not said yet: what answers two things may answer one of them only. */
function addNext(lines: AnswerLine[], { ranked }: ChosenAnswer, maxWords: number): void {
  const next = ranked.find(
    ({ unit: { kind, marks, composed } }) =>
      kind !== "heading" &&
      !marks.isQuestion &&
      !lines.some(({ content }) => addsNothing(composed.content, content)),
  );
  if (next !== undefined) addLine(lines, aloneOf(next), maxWords);
}

/** Adds a line that says something of its own; false where there is no room for it. */
function addLine(lines: AnswerLine[], line: AnswerLine, maxWords: number): boolean {
  if (lines.some(({ content }) => addsNothing(line.content, content))) return true;
  const words = lines.reduce((sum, { content }) => sum + wordsOf(content), 0);
  if (words + wordsOf(line.content) > maxWords) return false;
  lines.push(line);
  return true;
}

/** A unit without what would be said around it. */
function aloneOf(ranked: RankedUnit): AnswerLine {
  const { unit, passage } = ranked;
  if (unit.kind === "table_row") return composeLine(ranked);
  return { content: unit.plain, passage, spans: [{ start: unit.start, end: unit.end }] };
}

/** Most of its words were said, and all its figures. */
function addsNothing(text: string, said: string): boolean {
  const words = distinctWords(text);
  const fresh = [...words.difference(distinctWords(said))];
  return fresh.length < 0.2 * words.size && !fresh.some((word) => /\d/u.test(word));
}
