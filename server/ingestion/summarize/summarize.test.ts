import { describe, expect, test } from "vitest";
import type { Block, ExtractedDocument } from "../../../document-reader/extracted-document.ts";
import { detectLanguage } from "../../language/analyse.ts";
import { summarize } from "./summarize.ts";

/** A document of one page, with one block per line. */
function documentOf(title: string | null, ...lines: [Block["kind"], string][]): ExtractedDocument {
  let text = "";
  const blocks: Block[] = [];
  for (const [kind, line] of lines) {
    if (text !== "") text += "\n";
    blocks.push({ kind, page: 1, start: text.length, end: text.length + line.length });
    text += line;
  }
  return { fileType: "pdf", title, pages: [{ page: 1, width: 595, height: 842, text, boxes: [] }], blocks };
}

function summaryOf(document: ExtractedDocument): string | null {
  return summarize(document, detectLanguage(document.pages[0]?.text ?? ""));
}

test("chooses sentences of the document that tell what it is about", () => {
  const summary = summaryOf(
    documentOf(
      "Travel policy",
      ["header_footer", "Thula Home & Outdoor, internal, page 1 of 9"],
      ["heading", "Travel policy"],
      ["paragraph", "© 2026 Thula Home & Outdoor. All rights reserved to the company and its owners."],
      ["paragraph", "For questions write to travel@example.org or call the desk during office hours."],
      [
        "paragraph",
        "This policy sets out how employees book travel and what the company pays for on a trip.",
      ],
      [
        "paragraph",
        "Flights and hotels are booked by the travel desk, which needs a week of notice for every trip.",
      ],
      [
        "paragraph",
        "However, it does not matter much in the end whether anyone likes the colour of the bus.",
      ],
      [
        "paragraph",
        "The bus driver once told a long story about a dog that had followed him all the way home.",
      ],
    ),
  );
  expect(summary).toBe(
    "This policy sets out how employees book travel and what the company pays for on a trip. " +
      "Flights and hotels are booked by the travel desk, which needs a week of notice for every trip.",
  );
});

test("summarizes a document that is mostly tables by its headings", () => {
  const rows = Array.from({ length: 30 }, (_, i): [Block["kind"], string] => [
    "table_row",
    `Tent ${i} | R ${i * 100},00 | in stock`,
  ]);
  const summary = summaryOf(
    documentOf(
      "Price list",
      ["heading", "Camping"],
      ...rows,
      ["heading", "Garden"],
      ["paragraph", "Prices include VAT and may change without notice at any time."],
    ),
  );
  expect(summary).toBe("Price list: Camping; Garden.");
});

describe("documents without running text", () => {
  test("summarizes a document without running text by its first lines", () => {
    expect(summaryOf(documentOf(null, ["list_item", "Tents"], ["list_item", "Sleeping bags"]))).toBe(
      "Tents; Sleeping bags.",
    );
  });

  test("makes no summary that would tell no more than the name", () => {
    expect(summaryOf(documentOf("Hello", ["heading", "Hello"], ["paragraph", "Hello, world!"]))).toBeNull();
    const lake = documentOf("Swimming in the lake", ["heading", "Let's swim!"], ["heading", "Let's eat."]);
    expect(summaryOf(lake)).toBeNull();
    const anonymous = documentOf("(anonymous)", ["heading", "Inventory report"], ["heading", "Variances"]);
    expect(summaryOf(anonymous)).toBe("Inventory report; Variances.");
  });

  test("makes no summary of a document without words", () => {
    expect(summaryOf(documentOf(null))).toBeNull();
    expect(summaryOf(documentOf(null, ["paragraph", "—"]))).toBeNull();
  });
});

test("recognizes sentences in languages written without spaces", () => {
  const sentence = "本方案采用集成接口控制器和多块闪存的固态硬盘。";
  expect(summaryOf(documentOf(null, ["paragraph", sentence]))).toBe(sentence);
});
