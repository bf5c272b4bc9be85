/**
 * Reciprocal rank fusion (Cormack, Clarke, Büttcher 2009): each ranking gives its weight / (k + rank) to
 * what it ranks, ranks from 1. Highest sum first; equals in the order of the first ranking that has them.
 * A key that a ranking repeats counts there once.
 * @param rankings the keys of things, best first, and how much each ranking counts
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
