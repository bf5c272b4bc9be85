/**
 * A decision tree: log odds, or the place of a feature and the value from which on the second branch decides rather
 * than the first.
 */
export type Tree = number | readonly [feature: number, from: number, below: Tree, above: Tree];

/** Trees that were each fitted to what those before leave to tell (Friedman, 2001: gradient boosting). */
export interface BoostedTrees {
  intercept: number;
  trees: readonly Tree[];
}

/** The log odds that all trees together give. */
export function treeOdds({ intercept, trees }: BoostedTrees, features: Float64Array): number {
  let sum = intercept;
  for (const tree of trees) sum += leafOf(tree, features);
  return sum;
}

function leafOf(tree: Tree, features: Float64Array): number {
  let node = tree;
  while (typeof node !== "number") {
    const [feature, from, below, above] = node;
    node = (features[feature] ?? 0) < from ? below : above;
  }
  return node;
}
