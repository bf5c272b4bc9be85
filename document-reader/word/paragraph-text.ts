import { oneLine, visibleText } from "./text-cleaning.ts";
import { pageBreak, type WordBlock } from "./word-block.ts";

/** The kind of a paragraph, from its formatting. */
export interface ParagraphNature {
  /** Heading level by style or outline, `null` for body text. */
  level: number | null;
  /** Its number or bullet, "" for an unmarked list item, `null` outside lists. */
  number: string | null;
  startsPage: boolean;
  centred: boolean;
  section: number;
}

/** The text of a paragraph while it is gathered run by run. */
export class ParagraphText {
  text = "";
  notes: WordBlock[] = [];
  /** Text boxes and diagrams anchored in it. */
  boxes: WordBlock[] = [];
  #boldCharacters = 0;
  #characters = 0;
  #size = 0;

  add(text: string, format: { bold: boolean; size: number }): void {
    const visible = visibleText(text);
    this.text += visible;
    const letters = visible.trim().length;
    this.#characters += letters;
    if (format.bold) this.#boldCharacters += letters;
    if (letters > 0) this.#size = Math.max(this.#size, format.size);
  }

  /** Puts the text of a paragraph that runs on into this one in front of it. */
  precede(before: ParagraphText): void {
    this.text = before.text + this.text;
    for (const note of this.notes) before.notes.push(note);
    for (const box of this.boxes) before.boxes.push(box);
    this.notes = before.notes;
    this.boxes = before.boxes;
  }

  /** The finished block, `null` when it holds neither text nor page break. */
  block({ level, number, startsPage, centred, section }: ParagraphNature): WordBlock | null {
    const start = startsPage ? pageBreak : "";
    const body = oneLine(this.text);
    if (body === "" && this.notes.length === 0) {
      const marks = start + (this.text.match(/[\f\v]/gu) ?? []).join("");
      return marks === "" ? null : { kind: "paragraph", text: marks, section };
    }
    const heading = level !== null && !isTooLongForHeading(body);
    // A page break in front of the text is in front of its number as well.
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

/** Contracts often set whole clauses in a heading style to have them numbered. */
function isTooLongForHeading(text: string): boolean {
  return text.length > 200 || (text.length > 120 && /[.;:,]$/u.test(text));
}
