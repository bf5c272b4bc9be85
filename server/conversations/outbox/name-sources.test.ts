import { expect, test } from "vitest";
import { nameSources, quoteSources } from "./name-sources.ts";

const words = { source: "Source", page: "page", pages: "pages", and: "and" };
const at = (documentName: string, page: number) => ({ documentName, page });

test("names a source by its title and page", () => {
  expect(nameSources([at("Price List.pdf", 3)], words)).toBe("Source: Price List, page 3");
});

test("names several pages and documents once each, in order", () => {
  const sources = [
    at("Price List.pdf", 4),
    at("Returns Policy.docx", 1),
    at("Price List.pdf", 3),
    at("Price List.pdf", 4),
    at("Price List.pdf", 9),
  ];
  expect(nameSources(sources, words)).toBe("Source: Price List, pages 3, 4 and 9; Returns Policy, page 1");
});

test("returns an empty line without sources", () => {
  expect(nameSources([], words)).toBe("");
});

test("quotes passages that may help with their pages, below the introduction", () => {
  const sources = [{ ...at("Price List.pdf", 3), quote: "Delivery costs R 99." }];
  expect(quoteSources("This may help:", sources, words)).toBe(
    "This may help:\n\n“Delivery costs R 99.”\n(Price List, page 3)",
  );
});
