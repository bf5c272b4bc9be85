import { expect, test } from "vitest";
import { isLetThrough, outcomeOf, readWrittenClaims, type ClaimSet } from "./written-claims.ts";

// `npm run evals generated` measures all sets.
test.each<[set: ClaimSet, maxLost: number]>([
  ["held-out", 0.05],
  ["fresh", 0.05],
])("accepts right handwritten claims (%s)", (set, maxLost) => {
  const claims = readWrittenClaims(set);
  const lost = claims.filter((claim) => outcomeOf(claim, claim.right) === "refused");
  expect(claims.length).toBeGreaterThan(140);
  expect(lost.length).toBeLessThanOrEqual(claims.length * maxLost);
});

test.each<[set: ClaimSet, maxShare: number]>([
  ["held-out", 0.015],
  ["fresh", 0.01],
])("accepts few altered handwritten claims (%s)", (set, maxShare) => {
  const altered = readWrittenClaims(set).flatMap((claim) =>
    claim.altered.map(({ written }) => ({ claim, written })),
  );
  const through = altered.filter(({ claim, written }) => isLetThrough(claim, written));
  expect(altered.length).toBeGreaterThan(300);
  expect(through.length).toBeLessThanOrEqual(altered.length * maxShare);
});

test("has no organization in both the development set and another set", () => {
  const names = (set: ClaimSet) => readWrittenClaims(set).map(({ organization }) => organization);
  const apart = new Set([...names("held-out"), ...names("unseen"), ...names("fresh")]);
  expect(names("develop").filter((name) => apart.has(name))).toEqual([]);
});
