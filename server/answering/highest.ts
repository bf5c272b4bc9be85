/** The first item with the highest score, and this score; undefined if there are no items. */
export function highest<Item>(items: readonly Item[], scoreOf: (item: Item) => number) {
  const scored = items.map((item) => ({ item, score: scoreOf(item) }));
  return scored.toSorted((a, b) => b.score - a.score)[0];
}
