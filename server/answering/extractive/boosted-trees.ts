/**
 * A decision tree: a leaf with log odds, or a node with the index of a feature, a threshold, and the branches for
 * values below and from the threshold on.
 */
export type Tree = number | readonly [feature: number, from: number, below: Tree, above: Tree];

/** Gradient-boosted trees: each is fitted to the residuals of those before it (Friedman, 2001). */
export interface BoostedTrees {
  intercept: number;
  trees: readonly Tree[];
}

/** The sum of the log odds of all trees. */
export function treeOdds({ intercept, trees }: BoostedTrees, features: Float64Array): number {
  let sum = intercept;
  for (const tree of trees) {
    let node = tree;
    // By index: destructuring would run an iterator for each node, which is most of the time here.
    while (typeof node !== "number") node = (features[node[0]] ?? 0) < node[1] ? node[2] : node[3];
    sum += node;
  }
  return sum;
}
