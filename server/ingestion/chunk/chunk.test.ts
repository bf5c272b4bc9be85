import { describe, expect, test } from "vitest";
import { documentOf } from "../../../test/collection.ts";
import type { ExtractedDocument } from "../../../document-reader/extracted-document.ts";
import { chunk, headingsOf, maxWords, type Chunk } from "./chunk.ts";

const sentence = (n: number) => `Sentence number ${n} speaks of the rules that every office follows.`;
const prose = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => sentence(from + n)).join(" ");
const words = (text: string) => text.split(/\s+/).length;

function expectVerbatim(document: ExtractedDocument, chunks: Chunk[]): void {
  for (const { text, spans } of chunks) {
    for (const { page, start, end, at } of spans) {
      const source = document.pages.find((candidate) => candidate.page === page)?.text;
      expect(source?.slice(start, end)).toBe(text.slice(at, at + end - start));
    }
  }
}

describe("prose", () => {
  test("is split between sentences into chunks of about the same size", () => {
    const document = documentOf(prose(1, 50));
    const chunks = chunk(document);
    expect(chunks.length).toBeGreaterThan(1);
    for (const { text } of chunks) {
      expect(text).toMatch(/^Sentence number .*follows\.$/);
      expect(words(text)).toBeLessThanOrEqual(maxWords * 1.2);
      expect(words(text)).toBeGreaterThan(maxWords / 2);
    }
    expect(chunks.map(({ text }) => text).join(" ")).toBe(prose(1, 50));
    expectVerbatim(document, chunks);
  });

  test("is split between short paragraphs, not within them", () => {
    const paragraphs = Array.from({ length: 7 }, (_, n) => prose(n * 6, 6));
    const chunks = chunk(documentOf(paragraphs.join("\n")));
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.flatMap(({ text }) => text.split("\n"))).toEqual(paragraphs);
  });

  test("is split between words if it is one endless sentence", () => {
    const document = documentOf(Array.from({ length: 1_000 }, (_, n) => `word${n}`).join(" "));
    const chunks = chunk(document);
    for (const { text } of chunks) expect(words(text)).toBeLessThanOrEqual(maxWords * 1.2);
    expectVerbatim(document, chunks);
  });

  test("keeps the page of each half across a page break, before a footnote", () => {
    const first = "The notice period is one month and begins";
    const second = "on the first day of the next month.";
    const note = "1. Not in December.";
    const page = (number: number, text: string) => ({
      page: number,
      width: 595,
      height: 842,
      text,
      boxes: [],
    });
    const document: ExtractedDocument = {
      fileType: "pdf",
      title: null,
      pages: [page(1, `${first}\n${note}`), page(2, second)],
      blocks: [
        { kind: "paragraph", page: 1, start: 0, end: first.length },
        { kind: "footnote", page: 1, start: first.length + 1, end: first.length + 1 + note.length },
        { kind: "paragraph", page: 2, start: 0, end: second.length, continues: true },
      ],
    };
    const [only] = chunk(document);
    expect(only?.text).toBe(`${first} ${second}\n${note}`);
    expect(only?.spans.map((span) => span.page)).toEqual([1, 2, 1]);
    expectVerbatim(document, chunk(document));
  });
});

describe("headings", () => {
  test("begin a new chunk and become its heading path", () => {
    const chunks = chunk(documentOf(`# Handbook\n## Leave\n${prose(1, 12)}\n## Pay\n${prose(20, 12)}`));
    expect(chunks.map(({ headingPath }) => headingPath)).toEqual([
      ["Handbook", "Leave"],
      ["Handbook", "Pay"],
    ]);
    expect(chunks[0]?.text).not.toContain("Sentence number 20");
  });

  test("keeps the headings of small sections in the text of their common chunk", () => {
    const chunks = chunk(documentOf("# Contacts\n## Office\nRoom 4.\n## Gate\nRoom 1.\n## Lab\nRoom 9."));
    expect(chunks).toHaveLength(1);
    for (const part of ["Room 4.", "Gate", "Room 1.", "Lab", "Room 9."])
      expect(chunks[0]?.text).toContain(part);
  });

  test("tells where each small section begins and which headings are over it", () => {
    const document = documentOf(
      "# Gas\n## Leaks\nCall us.\n## Shops\n### Durban\nRoom 1.\n### Gqeberha\nRoom 9.",
    );
    const [only] = chunk(document);
    expect(only?.headingPath).toEqual(["Gas", "Leaks"]);
    expect(
      only?.sections.map(({ at, headingPath }) => [only.text.slice(at).split("\n")[0], headingPath]),
    ).toEqual([
      ["Durban", ["Gas", "Shops", "Durban"]],
      ["Gqeberha", ["Gas", "Shops", "Gqeberha"]],
    ]);
    expect(headingsOf(only as Chunk)).toEqual(["Gas", "Leaks", "Shops", "Durban", "Gqeberha"]);
  });

  test("become text if nothing is under them", () => {
    const all = chunk(documentOf("# Only a title")).map(({ text }) => text);
    expect(all).toEqual(["Only a title"]);
  });
});

describe("tables", () => {
  const rows = Array.from({ length: 80 }, (_, n) => `Item ${n} | R ${n},00 | in stock at the shop`);
  const document = documentOf(["# Prices", "Item | Price | Stock", ...rows].join("\n"));
  const chunks = chunk(document);

  test("keeps rows whole, below the heading row in every chunk", () => {
    expect(chunks.length).toBeGreaterThan(1);
    for (const { text } of chunks) {
      const [first, ...rest] = text.split("\n");
      expect(first).toBe("Item | Price | Stock");
      for (const row of rest) expect(rows).toContain(row);
    }
    expectVerbatim(document, chunks);
  });

  test("has every row of a table exactly once", () => {
    expect(chunks.flatMap(({ text }) => text.split("\n").slice(1))).toEqual(rows);
  });
});

describe("text that belongs to what follows it", () => {
  test("a question stays with its answer", () => {
    const pairs = Array.from({ length: 30 }, (_, n) => `May I bring thing ${n}?\n${sentence(n)}`);
    const chunks = chunk(documentOf(`# Questions\n${pairs.join("\n")}`));
    expect(chunks.length).toBeGreaterThan(1);
    for (const { text } of chunks) expect(text).toMatch(/^May I bring[^]*follows\.$/u);
  });

  test("the lead-in of a list is repeated in every chunk with its items", () => {
    const items = (from: number) => Array.from({ length: 25 }, (_, n) => `- ${sentence(from + n)}`);
    const document = documentOf(
      [
        "# Rules",
        "We do not pay for:",
        ...items(1),
        "We pay for:",
        ...items(30),
        "Other things are free.",
      ].join("\n"),
    );
    const chunks = chunk(document);
    expectVerbatim(document, chunks);
    for (const { text } of chunks)
      for (const line of text.matchAll(/Sentence number (\d+)/gu)) {
        const before = text.slice(0, line.index);
        const leadIn = Number(line[1]) < 30 ? "We do not pay for:" : "We pay for:";
        expect(before.match(/We (?:do not )?pay for:/gu)?.at(-1)).toBe(leadIn);
      }
  });

  test("a numbered clause does not get the lead-in of the clause before it", () => {
    const clauses = Array.from({ length: 40 }, (_, n) => `- 5.${n + 2} ${sentence(n)}`);
    const [first, ...others] = chunk(documentOf(["# Rules", "- 5.1 Not paid for:", ...clauses].join("\n")));
    expect(first?.text).toContain("5.1 Not paid for:");
    expect(others.length).toBeGreaterThan(0);
    for (const { text } of others) expect(text).not.toContain("Not paid for");
  });
});

describe("blocks without content", () => {
  test("leaves out headers and footers", () => {
    const document = documentOf("Page 1 of 9\nThe office opens at eight.");
    const [header] = document.blocks;
    if (header) header.kind = "header_footer";
    expect(chunk(document).map(({ text }) => text)).toEqual(["The office opens at eight."]);
  });

  test("makes no chunks of an empty document", () => {
    expect(chunk({ fileType: "pdf", title: null, pages: [], blocks: [] })).toEqual([]);
  });
});
