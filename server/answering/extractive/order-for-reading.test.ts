import { expect, test } from "vitest";
import type { RetrievedPassage } from "../../retrieval/passage.ts";
import { nothingEarlier } from "../../language/follow-up.ts";
import { orderByMeaning } from "./order-for-reading.ts";

const passage = (ordinal: number, text: string): RetrievedPassage => ({
  documentId: "00000000-0000-4000-8000-000000000000",
  documentName: "Swimming.docx",
  versionId: "00000000-0000-4000-8000-000000000002",
  segment: 0,
  version: 1,
  ordinal,
  spans: [],
  headingPath: [],
  sections: [],
  language: "en",
  text,
  score: 1,
  matches: [],
  features: { bm25: 1, coverage: 1, proximity: 0 },
});

test("reads passages that match a follow-up's earlier messages first", () => {
  const lockers = passage(0, "Lockers are opened at the weekend by the guard.");
  const lessons = passage(1, "Swimming lessons for children are given in the warm pool.");
  const retrieval = { passages: [lockers, lessons], terms: [], chunkCount: 2, totalIdf: 1 };
  const order = (earlier: typeof nothingEarlier) =>
    orderByMeaning("and at the weekend?", earlier, retrieval).passages.map(({ ordinal }) => ordinal);
  expect(order(nothingEarlier)).toEqual([0, 1]);
  expect(order({ messages: "When are swimming lessons for my children?", reply: "" })).toEqual([1, 0]);
});
