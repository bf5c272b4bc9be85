import { levelOfParagraph } from "../heading-styles.ts";
import { ParagraphText } from "../paragraph-text.ts";
import type { WordBlock } from "../word-block.ts";
import { type Formatting, type Style, type StyleSheet, wholeNumber, isOn } from "./styles.ts";
import { createListCounter, numberFormats, type ListLevel, type NumberFormat } from "../list-number.ts";
import { byElement, readOptionalXml, type XmlAttributes, type XmlReader } from "./xml.ts";

interface DeclaredLevel extends ListLevel {
  /** The paragraph style that belongs to this level. */
  styleId?: string;
}

interface AbstractNumbering {
  id: string;
  levels: (DeclaredLevel | undefined)[];
  /** Name of the list style that defines the levels instead. */
  styleLink?: string;
}

interface DeclaredNumbering {
  abstractId: string;
  startOverrides: Map<number, number>;
  levels: Map<number, DeclaredLevel>;
}

/** The lists of a document. Counts list items, so call `next` once per item, in document order. */
export class Lists implements XmlReader {
  readonly #abstract = new Map<string, AbstractNumbering>();
  /** By name of a list style: the abstract numbering that defines it. */
  readonly #definitions = new Map<string, string>();
  readonly #numberings = new Map<string, DeclaredNumbering>();
  readonly #count = createListCounter();
  #current: AbstractNumbering | null = null;
  #numbering: DeclaredNumbering | null = null;
  #override = 0;
  #level: DeclaredLevel | null = null;

  constructor(bytes: Uint8Array | null) {
    readOptionalXml(bytes, this);
  }

  open(name: string, attributes: XmlAttributes): void {
    const opened = this.#onOpen.get(name);
    if (opened !== undefined) opened(attributes);
    else if (this.#level !== null) Object.assign(this.#level, levelElements.get(name)?.(attributes));
  }

  readonly #onOpen = byElement<(attributes: XmlAttributes) => void>({
    "w:abstractNum": ({ abstractNumId = "" }) => {
      this.#current = { id: abstractNumId, levels: [] };
      this.#abstract.set(abstractNumId, this.#current);
    },
    "w:num": ({ numId = "" }) => {
      this.#numbering = { abstractId: "", startOverrides: new Map(), levels: new Map() };
      this.#numberings.set(numId, this.#numbering);
    },
    "w:abstractNumId": ({ val = "" }) => {
      if (this.#numbering !== null) this.#numbering.abstractId = val;
    },
    "w:lvlOverride": ({ ilvl }) => {
      this.#override = Math.min(8, wholeNumber(ilvl, 0));
    },
    "w:startOverride": ({ val }) => this.#numbering?.startOverrides.set(this.#override, wholeNumber(val, 1)),
    "w:numStyleLink": ({ val }) => {
      if (this.#current !== null && val !== undefined) this.#current.styleLink = val;
    },
    "w:styleLink": ({ val }) => {
      if (this.#current !== null && val !== undefined) this.#definitions.set(val, this.#current.id);
    },
    "w:lvl": ({ ilvl }) => this.#openLevel(Math.min(8, wholeNumber(ilvl, 0))),
  });

  close(name: string): void {
    if (name === "w:lvl") this.#level = null;
    else if (name === "w:abstractNum") this.#current = null;
    else if (name === "w:num") this.#numbering = null;
  }

  #openLevel(at: number): void {
    this.#level = { start: 0, format: "decimal", text: "" };
    if (this.#numbering !== null) this.#numbering.levels.set(at, this.#level);
    else if (this.#current !== null) this.#current.levels[at] = this.#level;
  }

  /** Number or bullet of the next item, `null` if there is no such list. */
  next(numberingId: string, level: number): string | null {
    const declared = this.#numberings.get(numberingId);
    if (declared === undefined) return null;
    const abstractId = this.#resolveStyleLink(declared.abstractId);
    const levels = [...(this.#abstract.get(abstractId)?.levels ?? [])];
    for (const [at, override] of declared.levels) levels[at] = override;
    const numbering = { id: numberingId, levels, startOverrides: declared.startOverrides };
    return levels[level] === undefined ? null : this.#count(abstractId, numbering, level);
  }

  /** The level of a list that belongs to a paragraph style; 0 if none does. */
  levelOfStyle(numberingId: string, styleId: string): number {
    const declared = this.#numberings.get(numberingId);
    const abstract = this.#abstract.get(this.#resolveStyleLink(declared?.abstractId ?? ""));
    const level = abstract?.levels.findIndex((own) => own?.styleId === styleId) ?? -1;
    return Math.max(0, level);
  }

  #resolveStyleLink(abstractId: string): string {
    const link = this.#abstract.get(abstractId)?.styleLink;
    return link === undefined ? abstractId : (this.#definitions.get(link) ?? abstractId);
  }
}

const chineseFormat =
  /^(?:chineseCounting|chineseCountingThousand|taiwaneseCountingThousand|ideographDigital|japaneseCounting)$/u;

function formatNamed(name = ""): NumberFormat {
  if (chineseFormat.test(name)) return "chinese";
  return Object.hasOwn(numberFormats, name) ? (name as NumberFormat) : "decimal";
}

/** The properties that the elements of a level set. */
const levelElements = byElement<(attributes: XmlAttributes) => Partial<DeclaredLevel>>({
  "w:start": ({ val }) => ({ start: wholeNumber(val, 0) }),
  "w:numFmt": ({ val }) => ({ format: formatNamed(val) }),
  "w:lvlText": ({ val = "" }) => ({ text: val.slice(0, 100) }),
  "w:lvlRestart": ({ val }) => ({ restartAfter: wholeNumber(val, 0) }),
  "w:isLgl": ({ val }) => ({ legal: isOn(val) }),
  "w:pStyle": ({ val }) => (val === undefined ? {} : { styleId: val }),
});

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
