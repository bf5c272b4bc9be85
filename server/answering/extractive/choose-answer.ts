import type { Retrieval } from "../../retrieval/passage.ts";
import { answerFromTables } from "../tables/answer-from-tables.ts";
import type { RetrievedTable } from "../tables/retrieved-table.ts";
import type { TableCandidate } from "../tables/table-candidate.ts";
import { confidenceFeatures, confidenceOf, type ConfidenceModel } from "./confidence.ts";
import { calibrateChoice, isRow, type Choice, type ChoiceModel } from "./calibrate-choice.ts";
import {
  prefersTable,
  rankTables,
  tableConfidenceOf,
  type RankedTable,
  type TableModel,
} from "./rank-tables.ts";
import { matchUnits } from "./match-units.ts";
import type { Matcher } from "./matcher/matcher.ts";
import { rankUnits, type RankedUnit } from "./rank-units.ts";
import { describeUnits } from "./unit-features.ts";
import type { WeightedQuery } from "./weighted-query.ts";

/** The answer chosen from the documents, and the probability that it is right. */
export interface ChosenAnswer {
  /** Best first; empty if no passage was found. */
  ranked: RankedUnit[];
  /** The tables' answers, best first. */
  tables: RankedTable[];
  /** The table's answer, if it is preferred to the best unit; else null. */
  table: TableCandidate | null;
  /** From 0 to 1. */
  confidence: number;
}

/** Fitted models that replace those of the product. */
export interface AnswerModels {
  confidence?: ConfidenceModel | undefined;
  tables?: TableModel | undefined;
  choice?: ChoiceModel | undefined;
  matcher?: Matcher | undefined;
}

/** Chooses between the best unit of the passages and their tables' answers, whichever is more likely right. */
export function chooseAnswer(
  query: WeightedQuery,
  retrieval: Retrieval,
  tables: RetrievedTable[],
  isCasual: boolean,
): ChosenAnswer {
  const ranked = rankPassages(query, retrieval, tables);
  return chooseAmong(query, retrieval, { tables, isCasual, ranked });
}

/** The units of the passages, best first. */
export function rankPassages(
  query: WeightedQuery,
  { passages }: Retrieval,
  tables: RetrievedTable[],
  matcher?: Matcher,
): RankedUnit[] {
  return rankUnits(matchUnits(query, describeUnits(query, passages, { tables }), passages, matcher));
}

/** The same for units that are already ranked. */
export function chooseAmong(
  query: WeightedQuery,
  retrieval: Retrieval,
  { tables, isCasual, ranked }: { tables: RetrievedTable[]; isCasual: boolean; ranked: RankedUnit[] },
  models: AnswerModels = {},
): ChosenAnswer {
  if (ranked.length === 0) return { ranked, tables: [], table: null, confidence: 0 };
  const { answers, choice } = chooseBetween(
    { question: query.text, isCasual, features: confidenceFeatures(query, retrieval, ranked), ranked },
    answerFromTables(query, retrieval.terms, tables, ranked),
    models,
  );
  return {
    ranked,
    tables: answers,
    table: choice.table,
    confidence: calibrateChoice(choice, models.choice),
  };
}

/** Chooses between the best unit and the best of the tables' answers, which are returned best first. */
export function chooseBetween(
  units: Pick<Choice, "question" | "isCasual" | "features" | "ranked">,
  candidates: readonly TableCandidate[],
  models: Omit<AnswerModels, "choice">,
): { answers: RankedTable[]; choice: Choice } {
  const confidence = confidenceOf(units.features, models.confidence);
  const unit = { confidence, isRow: isRow(units.ranked) };
  const answers = rankTables(candidates, models.tables?.choice);
  const isTable = prefersTable(answers, unit, models.tables?.preference);
  const table = isTable ? (answers[0]?.candidate ?? null) : null;
  return {
    answers,
    choice: {
      ...units,
      confidence: isTable ? tableConfidenceOf(answers, unit, models.tables?.confidence) : confidence,
      table,
      answers,
    },
  };
}
