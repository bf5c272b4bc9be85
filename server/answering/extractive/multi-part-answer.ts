import { countWords } from "../../language/count-words.ts";
import { questionParts } from "../../language/question-parts.ts";
import { asksToChoose } from "../../language/question-type.ts";
import { logOdds, probabilityOf } from "../calibration/log-odds.ts";
import type { ChosenAnswer } from "./choose-text-or-table.ts";
import { composeLine, composeLines, isCoveredBy, type AnswerLine } from "./answer-lines.ts";
import { maxAnswerWords } from "./compose-unit.ts";
import { repeatsReply } from "./repeats-reply.ts";
import { coverageOf } from "./weighted-query.ts";
import { isMissing, lineOf, readParts, weightOfOneName, type ReadPart, type Whole } from "./read-parts.ts";

/** The answer to a question that may have several parts. */
export interface AnswerInParts {
  lines: AnswerLine[];
  /** The parts that were not found, in the question's words. */
  missing: string[];
  /** From 0 to 1. */
  confidence: number;
  /** What was chosen for each part, if the question has several. */
  parts: ChosenAnswer[];
}

/** A question with more parts is treated as one. */
const maxParts = 4;
/** The answer to the whole question follows those to its parts up to this many words in all. */
const maxFurtherWords = 70;
/** Words reserved for the sentence that names the missing parts. */
const maxFrameWords = 12;
/** A text that answers another part, too, is enough for a part if it has at least this share of its words. */
const answeredCoverage = 0.8;
/** Added to the mean log odds of the whole and its weakest part, which are right a little more often than they say. */
const agreement = 0.25;

/** An answer that repeats the last reply is rarely right: this share of its confidence, so that it is help at most. */
const repeatedShare = 0.5;

/** The lines of an answer: one by one for the parts of a question, or for the question as a whole. */
export function linesOf(whole: Whole): AnswerInParts {
  const { retrieval, chosen } = whole;
  const lines = wholeLines(whole);
  const isOne = lines.length === 0 || retrieval.english !== undefined;
  const answered = isOne ? null : answerParts(whole, lines);
  if (answered !== null) return answered;
  const isRepeated = repeatsReply(whole.query, lines.map(({ content }) => content).join("\n"));
  const confidence = isRepeated ? chosen.confidence * repeatedShare : chosen.confidence;
  return { lines, missing: [], confidence, parts: [] };
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
  const lines = [lineOf(chosen, retrieval.passages)];
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
  const read = readParts(parts, whole);
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
  const answer = { lines, missing, parts: read.map((part) => part.chosen) };
  if (missing.length > 0) return { ...answer, confidence: weakest };
  const both = (logOdds(whole.chosen.confidence) + logOdds(weakest)) / 2;
  return { ...answer, confidence: probabilityOf(both + agreement) };
}

/** The answer to each part once, then the answer to the whole question, as far as there is room. */
function joinLines(found: readonly ReadPart[], wholeAnswerLines: readonly AnswerLine[], maxWords: number) {
  const lines: AnswerLine[] = [];
  for (const each of found) {
    const { part, line, chosen, ownWeight, ownCoverage } = each;
    // "Which one, and what does it cost": the row that answers the first part answers the second, too.
    const mayReferBack = ownWeight <= weightOfOneName && refersBack.test(part.text);
    if (mayReferBack && lines.some((given) => isRowOf(given, line))) continue;
    const isGiven = lines.some(({ content }) => isCoveredBy(line.content, content));
    if (isGiven && isText(chosen) && ownWeight > 0 && ownCoverage >= answeredCoverage) continue;
    if (isGiven || (!addLine(lines, line, maxWords) && chosen.table === null)) addNext(lines, each, maxWords);
  }
  // The row of a cell that is already given would repeat it.
  const newLines = wholeAnswerLines.filter(
    (line) => !lines.some(({ content }) => isCoveredBy(content, line.content)),
  );
  for (const line of newLines) addLine(lines, line, Math.min(maxFurtherWords, maxWords));
  return lines;
}

const isText = ({ table, ranked: [best] }: ChosenAnswer): boolean =>
  table === null && best?.unit.row === null;

const refersBack = /(?<!\p{L})(?:it|that|this|they|them|dit)(?!\p{L})/iu;

const isRowOf = (given: AnswerLine, other: AnswerLine): boolean =>
  "table" in given &&
  "table" in other &&
  given.table.kind === "row" &&
  given.table.versionId === other.table.versionId &&
  given.table.caption === other.table.caption;

/**
 * Adds the best unit that is not given yet, without its composed context: a unit that seems to answer two parts may
 * answer only one. Not if it has no word of the part: "and whats the fine" is then answered by what is given.
 */
function addNext(lines: AnswerLine[], { chosen, ownWeights }: ReadPart, maxWords: number): void {
  const next = chosen.ranked.find(
    ({ unit: { kind, marks, composed } }) =>
      kind !== "heading" &&
      !marks.isQuestion &&
      !lines.some(({ content }) => isCoveredBy(composed.content, content)),
  );
  if (next === undefined || coverageOf(ownWeights, next.matched) === 0) return;
  const { unit, passage } = next;
  const alone = { content: unit.plain, passage, spans: [{ start: unit.start, end: unit.end }] };
  // A row needs its headings, and an item its lead-in.
  addLine(lines, unit.kind === "prose" ? alone : composeLine(next), maxWords);
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
