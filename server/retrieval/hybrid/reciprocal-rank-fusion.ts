/**
 * Reciprocal rank fusion (Cormack, Clarke, Büttcher 2009): the score of a key is the sum of weight / (k + rank) over
 * the rankings, with ranks from 1. Highest score first; ties in the order of the first ranking that has them.
 * Repetitions of a key within a ranking are ignored.
 * @param rankings keys, best first, and the weight of each ranking
 */
export function fuseRankings(rankings: readonly { keys: readonly string[]; weight: number }[], k: number) {
  const scores = new Map<string, number>();
  for (const { keys, weight } of rankings) {
    [...new Set(keys)].forEach((key, index) => {
      scores.set(key, (scores.get(key) ?? 0) + weight / (k + index + 1));
    });
  }
  return [...scores].map(([key, score]) => ({ key, score })).toSorted((a, b) => b.score - a.score);
}
