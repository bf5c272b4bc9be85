import { isRaisedNumber, superscript } from "../superscript.ts";
import { oneLine, visibleText } from "./text-cleaning.ts";
import { pageBreak, type WordBlock } from "./word-block.ts";

/** The properties of a paragraph's formatting that determine its block. */
export interface ParagraphProperties {
  /** Heading level by style or outline, `null` for body text. */
  level: number | null;
  /** Its number or bullet; "" for a list item without one, `null` outside lists. */
  number: string | null;
  startsPage: boolean;
  centred: boolean;
  section: number;
}

export class ParagraphText {
  text = "";
  notes: WordBlock[] = [];
  /** Text boxes and diagrams anchored in the paragraph. */
  boxes: WordBlock[] = [];
  #boldCharacters = 0;
  #characters = 0;
  #size = 0;

  add(text: string, format: { bold: boolean; size: number; raised: boolean }): void {
    const isRaised = format.raised && isRaisedNumber(text.trim());
    const visible = visibleText(isRaised ? superscript(text) : text);
    this.text += visible;
    const letters = visible.trim().length;
    this.#characters += letters;
    if (format.bold) this.#boldCharacters += letters;
    if (letters > 0) this.#size = Math.max(this.#size, format.size);
  }

  /** Adds the previous paragraph's text, notes and boxes in front, if that paragraph runs on into this one. */
  prepend(before: ParagraphText): void {
    this.text = before.text + this.text;
    for (const note of this.notes) before.notes.push(note);
    for (const box of this.boxes) before.boxes.push(box);
    this.notes = before.notes;
    this.boxes = before.boxes;
  }

  /** The finished block, `null` if it has neither text nor a page break. */
  block({ level, number, startsPage, centred, section }: ParagraphProperties): WordBlock | null {
    const start = startsPage ? pageBreak : "";
    const body = oneLine(this.text);
    if (body === "" && this.notes.length === 0) {
      const marks = start + (this.text.match(/[\f\v]/gu) ?? []).join("");
      return marks === "" ? null : { kind: "paragraph", text: marks, section };
    }
    const heading = level !== null && !isTooLongForHeading(body);
    // A page break before the text comes before its number, too.
    const lead = /^\s*/u.exec(this.text)?.[0] ?? "";
    const numbered =
      number === null || number === "" ? this.text : `${lead}${number} ${this.text.slice(lead.length)}`;
    return {
      kind: heading ? "heading" : number !== null ? "list_item" : "paragraph",
      text: start + numbered,
      section,
      bold: this.#boldCharacters > 0 && this.#boldCharacters >= this.#characters * 0.95,
      size: this.#size,
      centred,
      ...(heading ? { level } : {}),
      ...(this.notes.length > 0 ? { notes: this.notes } : {}),
    };
  }
}

/** Contracts often use a heading style for whole clauses, just to have them numbered. */
function isTooLongForHeading(text: string): boolean {
  return text.length > 200 || (text.length > 120 && /[.;:,]$/u.test(text));
}
