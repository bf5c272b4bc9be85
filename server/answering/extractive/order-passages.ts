import type { Retrieval, RetrievedPassage } from "../../retrieval/passage.ts";
import { rankUnits } from "./rank-units.ts";
import { describeUnits } from "./unit-features.ts";
import { weighQuery } from "./weighted-query.ts";

/**
 * The passages that hold the best units come first, as far as their place in the retrieval allows: of twice
 * as many passages these hold the answer to an everyday question more often than those found first.
 */
export function orderByUnits(question: string, retrieval: Retrieval, limit: number): RetrievedPassage[] {
  const { passages } = retrieval;
  if (passages.length <= limit) return passages;
  const best = new Map<number, number>();
  for (const { passage, score } of rankUnits(describeUnits(weighQuery(question, retrieval), passages)))
    best.set(passage, Math.max(score, best.get(passage) ?? Number.NEGATIVE_INFINITY));
  return passages
    .map((passage, index) => ({
      passage,
      score: (best.get(index) ?? Number.NEGATIVE_INFINITY) - Math.log(1 + index),
    }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ passage }) => passage);
}
