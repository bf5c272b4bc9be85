import { expect, it } from "vitest";
import { seededRandom } from "../../scripts/seeded-random.ts";
import { probabilityOf } from "../../server/answering/calibration/log-odds.ts";
import { treeOdds } from "../../server/answering/extractive/boosted-trees.ts";
import type { Outcome } from "./fit.ts";
import { fitTrees } from "./fit-trees.ts";

const random = seededRandom(3);

/** Right if exactly one of the first two features is high; the third is noise, the fourth a spurious warning. */
const outcomes: Outcome[] = Array.from({ length: 2_000 }, () => {
  const features = Float64Array.from({ length: 4 }, random);
  const isRight = (features[0] ?? 0) > 0.5 !== (features[1] ?? 0) > 0.5;
  return { features, right: isRight && (features[3] ?? 0) < 0.9, weight: 1 };
});

const oddsAt = (signs: number[], ...values: number[]): number =>
  treeOdds(fitTrees(outcomes, signs), Float64Array.from(values));

it("learns an interaction of two features", () => {
  const none = [0, 0, 0, 0];
  expect(probabilityOf(oddsAt(none, 0.8, 0.2, 0.5, 0.5))).toBeGreaterThan(0.7);
  expect(probabilityOf(oddsAt(none, 0.2, 0.8, 0.5, 0.5))).toBeGreaterThan(0.7);
  expect(probabilityOf(oddsAt(none, 0.8, 0.8, 0.5, 0.5))).toBeLessThan(0.3);
});

it("keeps each feature to the direction of its sign", () => {
  const trees = fitTrees(outcomes, [0, 0, 0, 1]);
  for (const [a, b] of [
    [0.8, 0.2],
    [0.2, 0.2],
    [0.6, 0.4],
  ] as const) {
    const odds = Array.from({ length: 21 }, (_, step) =>
      treeOdds(trees, Float64Array.of(a, b, 0.5, step / 20)),
    );
    expect(odds).toEqual(odds.toSorted((one, other) => one - other));
  }
  expect(oddsAt([0, 0, 0, 0], 0.8, 0.2, 0.5, 0.95)).toBeLessThan(oddsAt([0, 0, 0, 1], 0.8, 0.2, 0.5, 0.95));
});

it("is deterministic", () => {
  const part = outcomes.slice(0, 300);
  expect(fitTrees(part, [0, 0, 0, 0])).toEqual(fitTrees(part, [0, 0, 0, 0]));
});
