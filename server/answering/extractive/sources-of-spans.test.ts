import fc from "fast-check";
import { expect, test } from "vitest";
import { chunk } from "../../ingestion/chunk/chunk.ts";
import type { QueryTerm, RetrievedPassage } from "../../retrieval/passage.ts";
import { distinctWords } from "./compose-unit.ts";
import { composeHelp } from "./compose-help.ts";
import { composeLines, sourcesOfLine } from "./answer-lines.ts";
import { rankUnits } from "./rank-units.ts";
import { plainText } from "./leading-marks.ts";
import { describeUnits } from "./unit-features.ts";
import { weighQuery } from "./weighted-query.ts";
import { writeDocument, type WrittenBlock } from "../../../test/organization-with-documents.ts";

const word = fc.constantFrom(
  "leave",
  "days",
  "Braai",
  "R 1 299,00",
  "prys",
  "über",
  "naïve",
  "👍",
  "3.5",
  "e.g.",
  "Dr.",
  "the",
  "policy",
);
const sentence = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 14 }), fc.constantFrom(".", "?", "!", ":", "", " …"))
  .map(([words, mark]) => words.join(" ") + mark);
const block: fc.Arbitrary<WrittenBlock> = fc.oneof(
  fc.array(sentence, { minLength: 1, maxLength: 6 }).map((sentences) => sentences.join(" ")),
  sentence.map((heading) => ({ heading, level: 2 })),
  sentence.map((item) => ({ item: `• ${item}` })),
  fc.array(word, { minLength: 2, maxLength: 4 }).map((row) => ({ row, header: false })),
  fc.array(word, { minLength: 2, maxLength: 4 }).map((row) => ({ row, header: true })),
);
const pages = fc.array(fc.array(block, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 });
const question = fc.array(fc.constantFrom("leave", "days", "braai", "prys", "policy"), {
  minLength: 1,
  maxLength: 4,
});

const termOf = (asked: string): QueryTerm => ({
  word: asked,
  variants: [asked],
  correction: null,
  idf: 1,
  emphasis: 1,
  chunkFrequency: 1,
});

function passagesOf(document: ReturnType<typeof writeDocument>): RetrievedPassage[] {
  return chunk(document).map((one, index) => ({
    documentId: "00000000-0000-4000-8000-000000000000",
    documentName: "Policy.docx",
    versionId: "00000000-0000-4000-8000-000000000001",
    segment: 0,
    version: 1,
    ordinal: one.ordinal,
    page: one.spans[0]?.page ?? 1,
    spans: one.spans,
    headingPath: one.headingPath,
    sections: one.sections,
    language: "en",
    text: one.text,
    score: 10 - index / 10,
    matches: [],
    features: { bm25: 1, coverage: 1, proximity: 0 },
  }));
}

test("every quote has the text between its offsets, and rows are quoted whole", () => {
  fc.assert(
    fc.property(pages, question, (written, words) => {
      const document = writeDocument(written);
      const passages = passagesOf(document);
      const terms = [...new Set(words)].map(termOf);
      const query = weighQuery(words.join(" "), { terms, chunkCount: passages.length });
      const ranked = rankUnits(describeUnits(query, passages));
      if (ranked.length === 0) return;
      const help = composeHelp(ranked, passages);
      for (const { quote } of help) expect(quote).not.toMatch(/^•/u);
      const said = composeLines(ranked, passages).flatMap((line) => sourcesOfLine(line, passages));
      for (const sources of [said, help]) {
        for (const { page, start, end, quote } of sources) {
          const verbatim = document.pages[page - 1]?.text.slice(start, end);
          // What may help is shown in plain words, perhaps after the lead-in of its list or under column headings.
          if (sources === said) expect(quote).toBe(verbatim);
          else
            expect(
              distinctWords(verbatim?.replaceAll(/\d/gu, "") ?? "").difference(distinctWords(quote)),
            ).toEqual(new Set());
          expect(quote.trim()).toBe(quote);
          for (const row of document.blocks) {
            const touched = row.page === page && row.start < end && start < row.end;
            // A row of a table is quoted with all its cells.
            if (row.kind === "table_row" && touched)
              expect([start <= row.start, row.end <= end]).toEqual([true, true]);
          }
        }
      }
    }),
    { numRuns: 300 },
  );
});

test("quotes a rule with the exception that follows it in its paragraph", () => {
  const rule = "A member who swims alone after the lifeguard has left pays the pool fee for the whole day.";
  const limit = "Nobody under sixteen may be in the water then, not even with a parent on the steps.";
  const exception = "The fee is dropped for whoever trains with the squad and is on the coach's list.";
  const document = writeDocument([[{ heading: "Late swimming" }, `${rule} ${limit} ${exception}`]]);
  const passages = passagesOf(document);
  const words = ["member", "swims", "alone", "lifeguard"];
  const query = weighQuery(words.join(" "), { terms: words.map(termOf), chunkCount: 20 });
  const ranked = rankUnits(describeUnits(query, passages));
  // Another document may be meant as well.
  const unsure = ranked.map((unit) => ({ ...unit, probability: unit.probability / 2 }));
  const lines = composeLines(unsure, passages);
  expect(lines.map(({ content }) => content)).toEqual([`${rule} ${limit} ${exception}`]);
});

test("tells several items of a list after their lead-in, in the order of the document", () => {
  const items = ["• guide dogs with their papers;", "• dogs on the caravan sites, on a lead."];
  const document = writeDocument([
    ["Pets stay at home. The exceptions are:", ...items.map((item) => ({ item })), "The gate closes at six."],
  ]);
  const passages = passagesOf(document);
  const words = ["dogs", "caravan"];
  const query = weighQuery(words.join(" "), { terms: words.map(termOf), chunkCount: 20 });
  const ranked = rankUnits(describeUnits(query, passages)).filter(({ unit }) => unit.kind === "list_item");
  expect(ranked[0]?.unit.plain).toContain("caravan");
  const lines = composeLines(
    ranked.map((unit) => ({ ...unit, probability: 0.3 })),
    passages,
  );
  expect(lines.map(({ content }) => content)).toEqual([
    "The exceptions are: guide dogs with their papers; dogs on the caravan sites, on a lead.",
  ]);
});

test("ends the answer to a question in the document before the next question", () => {
  const document = writeDocument([
    ["May I charge a car? No, the wiring cannot carry it. How do I get a refund? Report the fault first."],
  ]);
  const passages = passagesOf(document);
  const words = ["charge", "car"];
  const query = weighQuery(words.join(" "), { terms: words.map(termOf), chunkCount: 20 });
  const [best] = rankUnits(describeUnits(query, passages)).filter(({ unit }) => unit.marks.isQuestion);
  expect(best?.unit.composed.content).toBe("May I charge a car? No, the wiring cannot carry it.");
});

test.each([
  ["the 4x4 route", "the 4x4 route"],
  ["a room of 30 m2.", "a room of 30 m2."],
  ["full cover2, theft", "full cover, theft"],
  ["full cover², up to 600 m², R 9/m²³", "full cover, up to 600 m², R 9/m²"],
  ["b The hail excess falls.", "The hail excess falls."],
])("the plain text of %j is %j", (text, plain) => {
  expect(plainText(text)).toBe(plain);
});
