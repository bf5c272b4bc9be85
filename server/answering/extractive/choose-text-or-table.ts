import type { Retrieval } from "../../retrieval/passage.ts";
import { answerFromTables } from "../tables/answer-from-tables.ts";
import type { RetrievedTable } from "../tables/retrieved-table.ts";
import type { TableCandidate } from "../tables/table-candidate.ts";
import { confidenceFeatures, confidenceOf, type ConfidenceModel } from "./confidence.ts";
import { calibrateChoice, isRow, type Choice, type ChoiceModel } from "./calibrate-choice.ts";
import {
  fittedTables,
  prefersTable,
  rankTables,
  tableConfidenceFeatures,
  type TableModel,
} from "./rank-tables.ts";
import { matchUnits } from "./match-units.ts";
import type { Matcher } from "./matcher/matcher.ts";
import { rankUnits, type RankedUnit } from "./rank-units.ts";
import { describeUnits } from "./unit-features.ts";
import type { WeightedQuery } from "./weighted-query.ts";
import { logistic } from "./weights.ts";

/** A question with the passages and tables to answer it from. */
export interface QuestionContext {
  query: WeightedQuery;
  /** Whether the question was typed casually, in whatever language. */
  isCasual: boolean;
  retrieval: Retrieval;
  tables: RetrievedTable[];
}

/** The answer chosen from the documents, and the probability that it is right. */
export type ChosenAnswer = Pick<Choice, "ranked" | "tables" | "table" | "confidence">;

/** Fitted models that replace those of the product. */
export interface AnswerModels {
  confidence?: ConfidenceModel | undefined;
  tables?: TableModel | undefined;
  choice?: ChoiceModel | undefined;
  matcher?: Matcher | undefined;
}

/** Chooses between the best unit of the passages and their tables' answers, whichever is more likely right. */
export const chooseAnswer = (context: QuestionContext): ChosenAnswer =>
  chooseAmong(context, rankUnitsOf(context));

/** The units of the passages, best first. */
export function rankUnitsOf(
  { query, retrieval: { passages }, tables }: Omit<QuestionContext, "isCasual">,
  matcher?: Matcher,
): RankedUnit[] {
  return rankUnits(matchUnits(query, describeUnits(query, passages, { tables }), matcher));
}

/** As `chooseAnswer`, for units that are already ranked. */
export function chooseAmong(
  { query, isCasual, retrieval, tables }: QuestionContext,
  ranked: RankedUnit[],
  models: AnswerModels = {},
): ChosenAnswer {
  if (ranked.length === 0) return { ranked, tables: [], table: null, confidence: 0 };
  const choice = chooseBetween(
    { question: query.text, isCasual, features: confidenceFeatures(query, retrieval, ranked), ranked },
    answerFromTables(query, retrieval.terms, tables, ranked),
    models,
  );
  return { ...choice, confidence: calibrateChoice(choice, models.choice) };
}

/** Chooses between the best unit and the best of the tables' answers. */
export function chooseBetween(
  units: Pick<Choice, "question" | "isCasual" | "features" | "ranked">,
  candidates: readonly TableCandidate[],
  models: Omit<AnswerModels, "choice">,
): Choice {
  const confidence = confidenceOf(units.features, models.confidence);
  const unit = { confidence, isRow: isRow(units.ranked) };
  const model = models.tables ?? fittedTables;
  const tables = rankTables(candidates, model.choice);
  const [best] = tables;
  if (best === undefined || !prefersTable(tables, unit, model.preference))
    return { ...units, tables, table: null, confidence };
  const tableConfidence = logistic(model.confidence, tableConfidenceFeatures(tables, unit));
  return { ...units, tables, table: best.candidate, confidence: tableConfidence };
}
