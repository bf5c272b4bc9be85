import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitMessage } from "./split-message.ts";

const withoutSpace = (text: string): string => text.replace(/\s+/gu, "");

describe("a long answer", () => {
  test("is split between sentences", () => {
    const sentence = "The battery lasts about forty-five minutes and charges in one hour. ";
    const parts = splitMessage(sentence.repeat(200), 4096);
    expect(parts.length).toBe(4);
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(4096);
      expect(part).toMatch(/^The battery.*one hour\.$/s);
    }
  });

  test("is split between paragraphs before it is split between sentences", () => {
    const paragraph = "One sentence. Another sentence. A third sentence.";
    expect(splitMessage(`${paragraph}\n\n${paragraph}`, 70)).toEqual([paragraph, paragraph]);
  });

  test("does not end a part after an abbreviation or inside a number", () => {
    const text = "It is delivered by Dr. Nkosi within 3.5 days of the order in all of the nine provinces.";
    for (const part of splitMessage(text, 30)) expect(part).not.toMatch(/(Dr\.|3\.)$/);
  });

  test("without any break is split between grapheme clusters", () => {
    const family = "👨‍👩‍👧‍👦";
    const parts = splitMessage(family.repeat(1000), 4096);
    expect(parts.join("")).toBe(family.repeat(1000));
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(4096);
      expect(part.length % family.length).toBe(0);
    }
  });

  test("sends an answer that fits in one part, and an empty one in none", () => {
    expect(splitMessage("a".repeat(4096), 4096)).toEqual(["a".repeat(4096)]);
    expect(splitMessage("  ", 4096)).toEqual([]);
  });

  test("loses nothing but white space and splits no surrogate pair", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "é", "e\u0301", "👍🏽", "👨‍👩‍👧", " ", "\n", ". ", "\u0301", "界", "。"),
      maxLength: 400,
    });
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 60 }), (given, limit) => {
        const parts = splitMessage(given, limit);
        expect(withoutSpace(parts.join(""))).toBe(withoutSpace(given));
        for (const part of parts) {
          expect(part.length).toBeGreaterThan(0);
          expect(part.length).toBeLessThanOrEqual(limit);
          expect(part.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});
