import type { QuestionPart } from "../../language/question-parts.ts";
import { tokenize } from "../../language/tokenize.ts";
import type { Retrieval, RetrievedPassage } from "../../retrieval/passage.ts";
import type { TableCandidate } from "../tables/table-candidate.ts";
import { composeLine, isCoveredBy, type AnswerLine } from "./answer-lines.ts";
import {
  chooseAmong,
  rankUnitsOf,
  type AnswerModels,
  type ChosenAnswer,
  type QuestionContext,
} from "./choose-text-or-table.ts";
import { withScores, type RankedUnit } from "./rank-units.ts";
import { coverageOf, weighQuery } from "./weighted-query.ts";
import { wholeList } from "./whole-list.ts";

/** The whole question, and the answer chosen for it. */
export interface Whole extends QuestionContext {
  chosen: ChosenAnswer;
  /** The product's models by default. */
  models?: AnswerModels;
}

/** A part of the question with its answer. */
export type ReadPart = ReturnType<typeof readPart>;

/** Weight of words from earlier parts, to which an "it" may refer. */
const earlierEmphasis = 0.5;
/** The less weight a part's words have, the larger the share of the whole question's score: this one for none. */
const maxWholeShare = 0.9;
const weightOfHalfShare = 4;
/** The answer to the part alone is preferred if its confidence is higher by more than this. */
const minLeadOfPart = 0.15;
/** A part with a name of its own counts as not found below this confidence. */
const foundFrom = 0.35;
export const weightOfOneName = 3;
/** If another part's answer seems to cover it, it is missing only if less than this share of its words is found. */
const minOwnCoverage = 0.2;
/** A part has another text than another part from this confidence in that text on. */
const otherTextFrom = 0.7;

/** Answers the parts of a question one by one, no two with the same cell or text if there is another one. */
export const readParts = (parts: readonly QuestionPart[], whole: Whole): ReadPart[] =>
  withDifferentTexts(withDifferentCells(parts.map((_, at) => readPart(parts, at, whole))));

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
    line: lineOf(chosenAnswer, retrieval.passages),
    lineAlone: lineOf(alone, retrieval.passages),
    /** Confidence in the answer to the part alone. */
    ownConfidence: alone.confidence,
    /** The weights of its own words, about two for each content word; their sum, and the share that the best unit contains. */
    ownWeights,
    ownWeight,
    ownCoverage:
      ownWeight === 0 ? 1 : coverageOf(ownWeights, chosenAnswer.ranked[0]?.matched ?? []) / ownWeight,
  };
}

export function lineOf({ table, ranked }: ChosenAnswer, passages: readonly RetrievedPassage[]): AnswerLine {
  if (table !== null) return { content: table.content, table };
  const best = ranked[0] as RankedUnit;
  return wholeList([best], ranked, passages) ?? composeLine(best);
}

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

/**
 * If the whole question makes two parts have the same text, the one that would have another one by itself gets that: "how
 * many sick days do I get and do I need a note".
 */
function withDifferentTexts(parts: ReadPart[]): ReadPart[] {
  const isShared = ({ line }: ReadPart, part: ReadPart, all: readonly ReadPart[]): boolean =>
    !("table" in line) &&
    all.some((other) => other !== part && isCoveredBy(line.content, other.line.content));
  const surest = parts
    .filter((part) => isShared(part, part, parts))
    .filter(
      ({ line, lineAlone, ownConfidence }) =>
        ownConfidence >= otherTextFrom && !isCoveredBy(lineAlone.content, line.content),
    )
    .toSorted((a, b) => b.ownConfidence - a.ownConfidence)[0];
  return parts.map((part) => (part === surest ? { ...part, line: part.lineAlone } : part));
}

const cellOf = ({ versionId, cells }: TableCandidate): string =>
  [versionId, ...cells.map(({ page, start }) => `${page}:${start}`)].join(" ");

/** Whether the documents seem to contain no answer to a part. */
export function isMissing(part: ReadPart, all: readonly ReadPart[]): boolean {
  const { ownConfidence, ownWeight, ownCoverage, line } = part;
  if (ownConfidence >= foundFrom || ownWeight <= weightOfOneName) return false;
  const isCoveredByAnotherPart = all.some(
    (other) => other !== part && isCoveredBy(line.content, other.line.content),
  );
  return !isCoveredByAnotherPart || ownCoverage < minOwnCoverage;
}
