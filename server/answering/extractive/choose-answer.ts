import type { Retrieval } from "../../retrieval/passage.ts";
import { answerFromTables } from "../tables/answer-from-tables.ts";
import type { RetrievedTable } from "../tables/retrieved-table.ts";
import type { TableCandidate } from "../tables/table-candidate.ts";
import { confidenceFeatures, confidenceOf } from "./confidence.ts";
import { calibrateChoice, isRow } from "./calibrate-choice.ts";
import { prefersTable, rankTables, tableConfidenceOf } from "./rank-tables.ts";
import { rankUnits, type RankedUnit } from "./rank-units.ts";
import { describeUnits } from "./unit-features.ts";
import type { WeightedQuery } from "./weighted-query.ts";

/** What the documents say to a question, and how likely it is right. */
export interface ChosenAnswer {
  /** Best first; empty where no passage was found. */
  ranked: RankedUnit[];
  /** What a table says, where that is surer than the best unit; else null. */
  table: TableCandidate | null;
  /** From 0 to 1. */
  confidence: number;
}

/** Chooses between the best unit of the passages and what their tables say, by what is surer. */
export function chooseAnswer(
  query: WeightedQuery,
  retrieval: Retrieval,
  tables: RetrievedTable[],
  isCasual: boolean,
): ChosenAnswer {
  const ranked = rankUnits(describeUnits(query, retrieval.passages, { tables }));
  if (ranked.length === 0) return { ranked, table: null, confidence: 0 };
  const features = confidenceFeatures(query, retrieval, ranked);
  const confidence = confidenceOf(features);
  const answers = rankTables(answerFromTables(query.text, retrieval.terms, tables, ranked));
  const [best] = answers;
  const unit = { confidence, isRow: isRow(ranked) };
  const isTable = prefersTable(answers, unit);
  return {
    ranked,
    table: isTable ? (best?.candidate ?? null) : null,
    confidence: calibrateChoice({
      question: query.text,
      isCasual,
      confidence: isTable ? tableConfidenceOf(answers, unit) : confidence,
      isTable,
      features,
      ranked,
    }),
  };
}
