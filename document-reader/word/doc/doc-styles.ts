import { headingLevelOfStyleName, isTitleStyleName, levelOfStyle } from "../heading-styles.ts";
import { Bytes } from "../../bytes.ts";
import type { Fib } from "./fib.ts";
import {
  applyCharacterSprms,
  applyParagraphSprms,
  type CharacterFormat,
  type ParagraphFormat,
} from "./formats.ts";

export interface DocStyle {
  /** 1 to 9 for headings, whatever the language of their style names. */
  headingLevel: number | null;
  isTitle: boolean;
  paragraph: ParagraphFormat;
  character: CharacterFormat;
}

type StoredStyle = ReturnType<typeof readStyle>;

const noStyle = 0x0fff;
const titleStyle = 62;
export const plainStyle: DocStyle = { headingLevel: null, isTitle: false, paragraph: {}, character: {} };

/** Looks up the styles of a document by index (MS-DOC 2.9.271), with inheritance resolved. */
export function stylesOf(tables: Bytes, fib: Fib) {
  const { offset, length } = fib.table("styles");
  const stored = readStyles(tables.slice(offset, length), fib.generation);
  const resolved = new Map<number, DocStyle>();
  return (index: number): DocStyle => {
    const style = resolved.get(index) ?? resolve(stored, index, fib.generation);
    resolved.set(index, style);
    return style;
  };
}

function resolve(sheet: (StoredStyle | null)[], index: number, generation: Fib["generation"]): DocStyle {
  const chain: StoredStyle[] = [];
  for (let at = index; at !== noStyle && chain.length < 20;) {
    const stored = sheet[at];
    if (stored === undefined || stored === null) break;
    chain.push(stored);
    at = stored.base;
  }
  const own = chain[0];
  if (own === undefined) return plainStyle;
  const isTitle = own.builtIn === titleStyle || isTitleStyleName(own.name);
  const style: DocStyle = { headingLevel: null, isTitle, paragraph: {}, character: {} };
  for (const { kind, groups } of chain.toReversed()) {
    // A paragraph style (kind 1) has a group for paragraph formatting, then one for character formatting.
    const [paragraph, characters] = kind === 1 ? groups : [undefined, groups[0]];
    if (paragraph !== undefined)
      applyParagraphSprms(style.paragraph, paragraph.slice(2, paragraph.length), generation);
    if (characters !== undefined) applyCharacterSprms(style.character, characters, generation);
  }
  style.headingLevel = levelOfStyle(style.paragraph, chain.map(levelByName));
  return style;
}

function readStyles(sheet: Bytes, generation: Fib["generation"]): (StoredStyle | null)[] {
  const headerBytes = sheet.u16(0);
  const count = Math.min(sheet.u16(2), 4_095);
  const baseBytes = sheet.u16(4);
  const styles: (StoredStyle | null)[] = [];
  let at = 2 + headerBytes;
  for (let index = 0; index < count && at < sheet.length; index++) {
    const length = sheet.u16(at);
    styles.push(length === 0 ? null : readStyle(sheet.slice(at + 2, length), baseBytes, generation));
    at += 2 + length;
  }
  return styles;
}

function readStyle(bytes: Bytes, baseBytes: number, generation: Fib["generation"]) {
  const wide = generation === 8;
  const nameLength = wide ? bytes.u16(baseBytes) : bytes.u8(baseBytes);
  const name = wide ? bytes.utf16(baseBytes + 2, nameLength) : bytes.latin1(baseBytes + 1, nameLength);
  let at = baseBytes + (wide ? 4 + nameLength * 2 : 2 + nameLength);
  const groups: Bytes[] = [];
  const groupCount = bytes.u16(4) & 0xf;
  for (let index = 0; index < groupCount && at < bytes.length; index++) {
    at += at % 2;
    const length = bytes.u16(at);
    groups.push(bytes.slice(at + 2, length));
    at += 2 + length;
  }
  return {
    /** Id of a built-in style: 1 to 9 are headings, 62 is the title. */
    builtIn: bytes.u16(0) & 0x0fff,
    kind: bytes.u16(2) & 0xf,
    base: bytes.u16(2) >> 4,
    name: name.slice(0, 100),
    /** Groups of property modifications, in stored order. */
    groups,
  };
}

const levelByName = ({ builtIn, name }: StoredStyle): number | null =>
  builtIn >= 1 && builtIn <= 9 ? builtIn : headingLevelOfStyleName(name);
