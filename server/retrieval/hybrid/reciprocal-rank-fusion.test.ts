import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fuseRankings } from "./reciprocal-rank-fusion.ts";

const keys = fc.uniqueArray(fc.constantFrom(..."abcdefghijklmnop"), { maxLength: 12 });
const k = fc.integer({ min: 1, max: 100 });
const order = (fused: { key: string }[]) => fused.map(({ key }) => key);

describe("reciprocal rank fusion", () => {
  test("returns every key of any ranking once, best score first", () => {
    fc.assert(
      fc.property(keys, keys, k, (a, b, k_) => {
        const fused = fuseRankings([ranked(a), ranked(b)], k_);
        expect(order(fused).toSorted()).toEqual([...new Set([...a, ...b])].toSorted());
        const scores = fused.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((x, y) => y - x));
        for (const score of scores) expect(score).toBeGreaterThan(0);
      }),
    );
  });

  test("keeps the order of a ranking alone, with itself and with one of weight 0", () => {
    fc.assert(
      fc.property(keys, keys, k, (a, b, k_) => {
        expect(order(fuseRankings([ranked(a), ranked([])], k_))).toEqual(a);
        expect(order(fuseRankings([ranked(a), ranked(a)], k_))).toEqual(a);
        expect(order(fuseRankings([ranked(a), ranked(b, 0)], k_)).slice(0, a.length)).toEqual(a);
      }),
    );
  });

  test("prefers a key that both rankings have at a rank to one that only one has there", () => {
    fc.assert(
      fc.property(keys, keys, k, (a, b, k_) => {
        const both = [...a, "both"];
        const fused = order(fuseRankings([ranked(both), ranked([...b.slice(0, a.length), "both"])], k_));
        for (const behind of b.slice(a.length + 1).filter((key) => !a.includes(key)))
          if (fused.includes(behind)) expect(fused.indexOf("both")).toBeLessThan(fused.indexOf(behind));
      }),
    );
  });

  test("never lowers a key because of a better rank", () => {
    fc.assert(
      fc.property(keys, keys, k, fc.nat(11), (a, b, k_, at) => {
        const key = b[at % Math.max(1, b.length)];
        if (key === undefined) return;
        const raised = [key, ...b.filter((other) => other !== key)];
        const before = order(fuseRankings([ranked(a), ranked(b)], k_)).indexOf(key);
        const after = order(fuseRankings([ranked(a), ranked(raised)], k_)).indexOf(key);
        expect(after).toBeLessThanOrEqual(before);
      }),
    );
  });

  test("counts a repeated key of a ranking once, at its best rank", () => {
    expect(fuseRankings([ranked(["a", "b", "a", "c"])], 1)).toEqual(
      fuseRankings([ranked(["a", "b", "c"])], 1),
    );
  });

  test("matches the formula of Cormack et al.", () => {
    const [best] = fuseRankings([ranked(["x", "y"]), ranked(["y"])], 60);
    expect(best).toEqual({ key: "y", score: 1 / 62 + 1 / 61 });
  });
});

function ranked(given: string[], weight = 1) {
  return { keys: given, weight };
}
