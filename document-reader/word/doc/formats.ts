import type { Bytes } from "./bytes.ts";
import type { Fib } from "./fib.ts";
import { readSprms, sprmCodes, type Sprm } from "./sprms.ts";

/** The part of a paragraph's formatting that matters for its text. */
export interface ParagraphFormat {
  inTable?: boolean;
  /** How many tables it is inside of. */
  depth?: number;
  rowEnd?: boolean;
  innerCell?: boolean;
  innerRowEnd?: boolean;
  pageBreakBefore?: boolean;
  centred?: boolean;
  /** 1-based, 0 for none. */
  list?: number;
  listLevel?: number;
  outlineLevel?: number;
  /** Numbering of Word 6: 1 to 9 headings, 10 numbers, 11 bullets. */
  autoNumberLevel?: number;
  autoNumber?: Bytes;
  tableHeader?: boolean;
  tableCells?: Bytes;
  /** Where in the data stream formatting lies that did not fit its page. */
  hugeOffset?: number;
}

export interface CharacterFormat {
  deleted?: boolean;
  hidden?: boolean;
  bold?: boolean;
  /** In half points. */
  size?: number;
  /** Index of the font table. */
  font?: number;
  style?: number;
  symbol?: { font: number; code: number };
}

export function applyParagraphSprms(
  into: ParagraphFormat,
  group: Bytes,
  generation: Fib["generation"],
): void {
  const codes = sprmCodes[generation === 8 ? 8 : 6];
  for (const { code, value, operand } of readSprms(group, generation)) {
    switch (code) {
      case codes.inTable:
        into.inTable = value !== 0;
        break;
      case codes.depth:
        into.depth = Math.min(value, 30);
        break;
      case codes.rowEnd:
        into.rowEnd = value !== 0;
        break;
      case codes.innerCell:
        into.innerCell = value !== 0;
        break;
      case codes.innerRowEnd:
        into.innerRowEnd = value !== 0;
        break;
      case codes.pageBreakBefore:
        into.pageBreakBefore = value !== 0;
        break;
      case codes.alignment:
      case codes.logicalAlignment:
        into.centred = value === 1;
        break;
      case codes.list:
        into.list = value;
        break;
      case codes.listLevel:
        into.listLevel = Math.min(8, value);
        break;
      case codes.outlineLevel:
        into.outlineLevel = Math.min(9, value);
        break;
      case codes.autoNumberLevel:
        into.autoNumberLevel = value;
        break;
      case codes.autoNumber:
        into.autoNumber = operand;
        break;
      case codes.tableHeader:
        into.tableHeader = value !== 0;
        break;
      case codes.tableCells:
        into.tableCells = operand;
        break;
      case codes.hugeParagraph:
      case codes.hugeParagraphOld:
        into.hugeOffset = value;
        break;
      default:
    }
  }
}

/** `styled` is what the styles say, which a toggle of 0x80 keeps and 0x81 turns round. */
export function applyCharacterSprms(
  into: CharacterFormat,
  group: Bytes,
  generation: Fib["generation"],
  styled: CharacterFormat,
): void {
  const codes = sprmCodes[generation === 8 ? 8 : 6];
  for (const sprm of readSprms(group, generation)) {
    const { code, value } = sprm;
    switch (code) {
      case codes.deleted:
        into.deleted = toggle(value, styled.deleted);
        break;
      case codes.hidden:
        into.hidden = toggle(value, styled.hidden);
        break;
      case codes.bold:
        into.bold = toggle(value, styled.bold);
        break;
      case codes.size:
        into.size = value;
        break;
      case codes.font:
        into.font = value;
        break;
      case codes.characterStyle:
        into.style = value;
        break;
      case codes.symbol:
        into.symbol = symbolOf(sprm, generation);
        break;
      default:
    }
  }
}

function toggle(value: number, styled: boolean | undefined): boolean {
  if (value === 0x80) return styled ?? false;
  if (value === 0x81) return !(styled ?? false);
  return value !== 0;
}

function symbolOf({ operand }: Sprm, generation: Fib["generation"]): { font: number; code: number } {
  if (generation === 8) return { font: operand.u16(0), code: operand.u16(2) };
  // Word 6 puts a length in front: 3 bytes, font and character.
  return { font: operand.u16(1), code: operand.u8(3) };
}
