import type { Query } from "../../language/understand-query.ts";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import type { AnswerMaterial } from "../answer.ts";
import { rankUnits } from "./rank-units.ts";
import { describeUnits } from "./unit-features.ts";
import { weighQuery } from "./weighted-query.ts";

/**
 * Reorders the passages by their best units and their rank in the retrieval, and returns as many as the answer's units
 * were taken from. For everyday questions these contain the answer more often than the first ones of the retrieval,
 * because more than twice as many passages are considered.
 */
export function orderByUnits(
  { focus, earlier }: Query,
  { retrieval, passages: read, tables }: AnswerMaterial,
): RetrievedPassage[] {
  const { passages, english } = retrieval;
  if (passages.length <= read.length) return passages;
  const query =
    english === undefined ? weighQuery(focus, retrieval, earlier) : weighQuery(english.text, retrieval);
  const ranked = [
    ...rankUnits(describeUnits(query, read, { tables })),
    ...rankUnits(describeUnits(query, passages, { from: read.length })),
  ];
  // The first unit of a passage is its best.
  const bestOf = (index: number) =>
    ranked.find(({ passage }) => passage === index)?.score ?? Number.NEGATIVE_INFINITY;
  return passages
    .map((passage, index) => ({ passage, score: bestOf(index) - Math.log(1 + index) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, read.length)
    .map(({ passage }) => passage);
}
