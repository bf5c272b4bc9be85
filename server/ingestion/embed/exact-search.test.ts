import { afterEach, expect, test, vi } from "vitest";
import { searchExactly, type SegmentVectors } from "./exact-search.ts";

afterEach(() => void vi.restoreAllMocks());

/** Vectors of two dimensions, each a little further from [1, 0] than the previous one. */
function fan(segment: number, count: number, audience: SegmentVectors["audience"]): SegmentVectors {
  const ordinals = Array.from({ length: count }, (_, at) => at);
  const vectors = Float32Array.from({ length: count * 2 }, (_, at) => {
    const angle = Math.floor(at / 2) / count;
    return at % 2 === 0 ? Math.cos(angle) : Math.sin(angle);
  });
  return { segment, audience, versionId: `version ${segment}`, ordinals, vectors };
}

const request = { audience: "internal" as const, vector: Float32Array.of(1, 0), limit: 3 };

test("returns the nearest first, from all versions of the audience only", async () => {
  const segments = [fan(1, 4, "internal"), fan(2, 40, "external"), fan(3, 8, "internal")];
  const found = await searchExactly(segments, request);
  expect(found.map(({ segment, ordinal }) => [segment, ordinal])).toEqual([
    [1, 0],
    [3, 0],
    [3, 1],
  ]);
});

test("yields to the event loop after each slice of the scan", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 100));
  let turns = 0;
  let isOver = false;
  const takeTurn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  const found = await searchExactly([fan(1, 2_560, "internal")], request);
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(9);
  expect(found.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2]);
});

test("does not yield within a slice", async () => {
  vi.spyOn(performance, "now").mockReturnValue(0);
  let isInterrupted = false;
  setImmediate(() => (isInterrupted = true));
  await searchExactly([fan(1, 2_560, "internal")], request);
  expect(isInterrupted).toBe(false);
});
