import { defaultSection, type WordSection } from "../word-block.ts";
import type { XmlAttributes } from "./xml.ts";

/** Reads section properties (w:sectPr): page size, whether the section starts a page, headers and footers. */
export class SectionReader {
  readonly sections: WordSection[] = [];
  /** Relationship ids of headers and footers, in the order of the sections. */
  readonly headerIds: string[] = [];
  /** Index of the section that the text being read belongs to. */
  current = 0;
  #open: WordSection | null = null;

  get isOpen(): boolean {
    return this.#open !== null;
  }

  open(): void {
    this.#open = { ...defaultSection };
  }

  property(name: string, attributes: XmlAttributes): void {
    if (this.#open === null) return;
    if (name === "w:type")
      this.#open.startsPage = !/^(continuous|nextColumn)$/u.test(attributes["val"] ?? "");
    else if (name === "w:pgSz") {
      this.#open.width = points(attributes["w"]) ?? this.#open.width;
      this.#open.height = points(attributes["h"]) ?? this.#open.height;
    } else if (name === "w:headerReference" || name === "w:footerReference") {
      const id = attributes["r:id"];
      if (id !== undefined && this.headerIds.length < 1_000) this.headerIds.push(id);
    }
  }

  close(): void {
    if (this.#open !== null) this.sections[this.current] = this.#open;
    this.#open = null;
  }
}

/** Converts a length to points. Without a unit it is in twentieths of a point; strict files may have units. */
function points(value: string | undefined): number | null {
  const found = /^(\d{1,6}(?:\.\d{1,6})?)(pt|in|cm|mm|)$/u.exec(value ?? "");
  if (found === null) return null;
  const perUnit: Record<string, number> = { "": 0.05, pt: 1, in: 72, cm: 72 / 2.54, mm: 72 / 25.4 };
  const size = Number(found[1]) * (perUnit[found[2] ?? ""] ?? 0.05);
  return size > 0 && size < 20_000 ? Math.round(size * 10) / 10 : null;
}
