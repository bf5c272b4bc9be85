import type { Bytes } from "../../bytes.ts";
import type { WordSection } from "../word-block.ts";
import { sprmsFor, type Sprm } from "./sprms.ts";

/** The paragraph formatting that matters for text extraction. */
export interface ParagraphFormat {
  inTable?: boolean;
  /** Table nesting depth. */
  depth?: number;
  rowEnd?: boolean;
  innerCell?: boolean;
  innerRowEnd?: boolean;
  pageBreakBefore?: boolean;
  centred?: boolean;
  /** 1-based; 0 for no list. */
  list?: number;
  listLevel?: number;
  outlineLevel?: number;
  /** Numbering of Word 6: 1 to 9 headings, 10 numbers, 11 bullets. */
  autoNumberLevel?: number;
  autoNumber?: Bytes;
  tableHeader?: boolean;
  tableCells?: Bytes;
  /** Offset in the data stream of formatting that did not fit into its page. */
  hugeOffset?: number;
}

export interface CharacterFormat {
  deleted?: boolean;
  hidden?: boolean;
  bold?: boolean;
  /** In half points. */
  size?: number;
  raised?: boolean;
  /** Index in the font table. */
  font?: number;
  style?: number;
  symbol?: { font: number; code: number };
}

const isOn = ({ value }: Sprm): boolean => value !== 0;
const number = ({ value }: Sprm): number => value;
const atMost =
  (max: number) =>
  ({ value }: Sprm): number =>
    Math.min(max, value);
const operand = (sprm: Sprm): Bytes => sprm.operand;

export const applyParagraphSprms = sprmsFor<ParagraphFormat>([
  ["inTable", 0x2416, 24, isOn],
  ["depth", 0x6649, null, atMost(30)],
  ["rowEnd", 0x2417, 25, isOn],
  ["innerCell", 0x244b, null, isOn],
  ["innerRowEnd", 0x244c, null, isOn],
  ["pageBreakBefore", 0x2407, 9, isOn],
  ["centred", 0x2403, 5, ({ value }) => value === 1],
  ["centred", 0x2461, null, ({ value }) => value === 1],
  ["list", 0x460b, null, number],
  ["listLevel", 0x260a, null, atMost(8)],
  ["outlineLevel", 0x2640, null, atMost(9)],
  ["autoNumberLevel", 0x2600, 13, number],
  ["autoNumber", 0xc63e, 12, operand],
  ["tableHeader", 0x3404, 186, isOn],
  ["tableCells", 0xd608, 190, operand],
  ["hugeOffset", 0x6646, null, number],
  ["hugeOffset", 0x6645, null, number],
]);

export const applyCharacterSprms = sprmsFor<CharacterFormat>([
  ["deleted", 0x0800, 65, (sprm, { deleted }) => toggle(sprm, deleted)],
  ["hidden", 0x083c, 92, (sprm, { hidden }) => toggle(sprm, hidden)],
  ["bold", 0x0835, 85, (sprm, { bold }) => toggle(sprm, bold)],
  ["size", 0x4a43, 99, number],
  ["raised", 0x2a48, 104, ({ value }) => value === 1],
  ["font", 0x4a4f, 93, number],
  ["style", 0x4a30, 80, number],
  ["symbol", 0x6a09, null, ({ operand: at }) => ({ font: at.u16(0), code: at.u16(2) })],
  // In Word 6 a length byte (3) comes before the font and the character.
  ["symbol", null, 74, ({ operand: at }) => ({ font: at.u16(1), code: at.u8(3) })],
]);

/** 0 continues on the same page, 1 in the next column. */
const startsPage = ({ value }: Sprm): boolean => value > 1;
/** Converts twentieths of a point. */
const points = ({ value }: Sprm): number | undefined => (value > 0 ? value / 20 : undefined);

export const applySectionSprms = sprmsFor<WordSection>([
  ["startsPage", 0x3009, 142, startsPage],
  ["width", 0xb01f, 164, points],
  ["height", 0xb020, 165, points],
]);

/** 0x80 means the value of the style, 0x81 its opposite; else 0 is off and 1 is on. */
function toggle({ value }: Sprm, styled = false): boolean {
  if (value === 0x80) return styled;
  return value === 0x81 ? !styled : value !== 0;
}
