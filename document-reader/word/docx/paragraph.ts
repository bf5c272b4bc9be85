import { levelOfParagraph } from "../heading-styles.ts";
import { ParagraphText } from "../paragraph-text.ts";
import type { WordBlock } from "../word-block.ts";
import type { Lists } from "./numbering.ts";
import type { Formatting, Style, StyleSheet } from "./styles.ts";

/** A paragraph while it is being read. */
export class Paragraph extends ParagraphText {
  styleId: string | undefined;
  readonly formatting: Formatting = {};
  /** Whether it runs on into the next paragraph, because its mark is deleted or it is a drop cap. */
  runsOn = false;
  endsSection = false;

  /** The finished block, `null` if it has no content. Counts as a list item in either case. */
  finish(styles: StyleSheet, lists: Lists, at: { section: number; first: boolean }): WordBlock | null {
    const style = styles.paragraph(this.styleId);
    const { pageBreakBefore, centred } = this.formatting;
    return this.block({
      level: levelOfParagraph(this.formatting, style),
      number: this.#number(style, lists),
      startsPage: !at.first && (pageBreakBefore ?? style.pageBreakBefore ?? false),
      centred: centred ?? style.centred ?? false,
      section: at.section,
    });
  }

  #number(style: Style, lists: Lists): string | null {
    const id = this.formatting.numberingId ?? style.numberingId;
    if (id === undefined || id === "0") return null;
    const fromStyle = this.formatting.numberingId === undefined;
    const level =
      this.formatting.numberingLevel ??
      (fromStyle ? (style.numberingLevel ?? lists.levelOfStyle(id, style.id)) : 0);
    return lists.next(id, level);
  }
}
