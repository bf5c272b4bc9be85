import { expect, test } from "vitest";
import { isLetThrough, outcomeOf, readWrittenClaims } from "./written-claims.ts";

test.each(["develop", "held-out"] as const)("right written claims (%s) come through", (set) => {
  const claims = readWrittenClaims(set);
  const lost = claims.filter((claim) => outcomeOf(claim, claim.right) === "refused");
  expect(claims.length).toBeGreaterThan(140);
  expect(lost.length).toBeLessThanOrEqual(claims.length * 0.05);
});

test.each([
  ["develop", 0.02],
  ["held-out", 0.04],
] as const)("few altered written claims (%s) come through", (set, maxShare) => {
  const altered = readWrittenClaims(set).flatMap((claim) =>
    claim.altered.map(({ written }) => ({ claim, written })),
  );
  const through = altered.filter(({ claim, written }) => isLetThrough(claim, written));
  expect(altered.length).toBeGreaterThan(300);
  expect(through.length).toBeLessThanOrEqual(altered.length * maxShare);
});

test("no organization is both developed with and held out", () => {
  const names = (set: "develop" | "held-out") =>
    new Set(readWrittenClaims(set).map(({ organization }) => organization));
  expect([...names("develop")].filter((name) => names("held-out").has(name))).toEqual([]);
});
