import { oneLine, visibleText } from "../text-cleaning.ts";
import { pageBreak, type WordBlock } from "../word-block.ts";
import type { Lists } from "./numbering.ts";
import type { Formatting, Style, StyleSheet } from "./styles.ts";

/** A paragraph while it is read. */
export class Paragraph {
  styleId: string | undefined;
  readonly formatting: Formatting = {};
  /** Of the paragraph mark itself: deleted, or a dropped initial, it runs on into the next paragraph. */
  runsOn = false;
  text = "";
  notes: WordBlock[] = [];
  /** Text boxes and diagrams anchored in it. */
  boxes: WordBlock[] = [];
  /** Ends a section. */
  endsSection = false;
  #boldCharacters = 0;
  #characters = 0;
  #size = 0;

  add(text: string, bold: boolean, size: number): void {
    const visible = visibleText(text);
    this.text += visible;
    const letters = visible.trim().length;
    this.#characters += letters;
    if (bold) this.#boldCharacters += letters;
    if (letters > 0) this.#size = Math.max(this.#size, size);
  }

  /** The finished block, `null` without text. Counts its list item either way. */
  finish(styles: StyleSheet, lists: Lists, at: { section: number; first: boolean }): WordBlock | null {
    const style = styles.paragraph(this.styleId);
    const number = this.#number(style, lists);
    const breaks = (this.formatting.pageBreakBefore ?? style.pageBreakBefore ?? false) && !at.first;
    const body = oneLine(this.text);
    const start = breaks ? pageBreak : "";
    if (body === "" && this.notes.length === 0) {
      const marks = start + (this.text.match(/[\f\v]/gu) ?? []).join("");
      return marks === "" ? null : { kind: "paragraph", text: marks, section: at.section };
    }
    const numbered = number !== null && number.text !== "";
    const level = this.#headingLevel(style, body);
    return {
      kind: level !== null ? "heading" : number !== null ? "list_item" : "paragraph",
      // A page break in front of the text is in front of its number as well.
      text: start + (numbered ? this.text.replace(/^[\s]*/u, `$&${number.text.replaceAll("$", "$$$$")} `) : this.text),
      section: at.section,
      bold: this.#boldCharacters > 0 && this.#boldCharacters >= this.#characters * 0.95,
      size: this.#size,
      ...(level === null ? {} : { level }),
      ...(this.notes.length > 0 ? { notes: this.notes } : {}),
    };
  }

  #number(style: Style, lists: Lists): { text: string; bullet: boolean } | null {
    const id = this.formatting.numberingId ?? style.numberingId;
    if (id === undefined || id === "0") return null;
    const fromStyle = this.formatting.numberingId === undefined;
    const level =
      this.formatting.numberingLevel ??
      (fromStyle ? (style.numberingLevel ?? lists.levelOfStyle(id, style.id)) : 0);
    return lists.next(id, level);
  }

  #headingLevel(style: Style, text: string): number | null {
    const { outlineLevel } = this.formatting;
    const level =
      outlineLevel !== undefined ? (outlineLevel < 9 ? outlineLevel + 1 : null) : style.headingLevel;
    const title = style.isTitle ? 1 : null;
    return isTooLongForHeading(text) ? null : (level ?? title);
  }
}

/** Contracts often set whole clauses in a heading style to have them numbered. */
export function isTooLongForHeading(text: string): boolean {
  return text.length > 200 || (text.length > 120 && /[.;:,]$/u.test(text));
}
