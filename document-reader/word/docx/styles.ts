import { headingLevelOfStyleName, isTitleStyleName, levelOfStyle } from "../heading-styles.ts";
import { byElement, readOptionalXml, type XmlAttributes, type XmlReader } from "./xml.ts";

/** The formatting of a style, paragraph or run that matters for text extraction. */
export interface Formatting {
  /** 0 is the highest; 9 is body text. */
  outlineLevel?: number;
  numberingId?: string;
  numberingLevel?: number;
  pageBreakBefore?: boolean;
  hidden?: boolean;
  bold?: boolean;
  centred?: boolean;
  /** In half points. */
  size?: number;
  raised?: boolean;
  font?: string;
}

export interface Style extends Formatting {
  id: string;
  /** 1 to 9 for headings; by outline level or name, own or inherited. */
  headingLevel: number | null;
  isTitle: boolean;
}

interface DeclaredStyle {
  id: string;
  name: string;
  type: string;
  basedOn: string | null;
  formatting: Formatting;
  /** Table styles: whether the first row has special formatting. */
  firstRow: boolean;
}

/** The styles of a document, with inheritance resolved. */
export class StyleSheet implements XmlReader {
  readonly #styles = new Map<string, DeclaredStyle>();
  readonly #resolved = new Map<string, Style>();
  readonly #defaults: Formatting = {};
  #defaultParagraphId = "";
  #style: DeclaredStyle | null = null;
  #inDefaults = false;
  /** Nesting depth of table regions (w:tblStylePr), whose formatting does not apply to the whole style. */
  #region = 0;

  constructor(bytes: Uint8Array | null) {
    readOptionalXml(bytes, this);
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === "w:style") this.#openStyle(attributes);
    else if (name === "w:docDefaults") this.#inDefaults = true;
    else if (name === "w:tblStylePr") {
      this.#region++;
      if (this.#style !== null && attributes["type"] === "firstRow") this.#style.firstRow = true;
    } else if (this.#style !== null && name === "w:name") this.#style.name = attributes["val"] ?? "";
    else if (this.#style !== null && name === "w:basedOn") this.#style.basedOn = attributes["val"] ?? null;
    else if (this.#region === 0) {
      if (this.#style !== null) readFormatting(this.#style.formatting, name, attributes);
      else if (this.#inDefaults) readFormatting(this.#defaults, name, attributes);
    }
  }

  close(name: string): void {
    if (name === "w:style") this.#style = null;
    else if (name === "w:docDefaults") this.#inDefaults = false;
    else if (name === "w:tblStylePr") this.#region--;
  }

  #openStyle(attributes: XmlAttributes): void {
    const id = attributes["styleId"] ?? "";
    const type = attributes["type"] ?? "paragraph";
    this.#style = { id, name: "", type, basedOn: null, formatting: {}, firstRow: false };
    this.#styles.set(id, this.#style);
    if (type === "paragraph" && isOn(attributes["default"] ?? "0")) this.#defaultParagraphId = id;
  }

  /** A paragraph style; the default paragraph style if `id` is undefined. */
  paragraph(id: string | undefined): Style {
    const found = this.named(id ?? this.#defaultParagraphId);
    return found ?? { ...this.#defaults, id: "", headingLevel: null, isTitle: false };
  }

  /** Whether a table style, or one that it is based on, has special formatting for the first row. */
  setsFirstRowApart(id: string): boolean {
    return this.#chainOf(id).some(({ firstRow }) => firstRow);
  }

  /** A style and the styles that it is based on, itself first. */
  #chainOf(id: string): DeclaredStyle[] {
    const chain: DeclaredStyle[] = [];
    for (let style = this.#styles.get(id); style !== undefined && !chain.includes(style);) {
      chain.push(style);
      style = style.basedOn === null || chain.length > 50 ? undefined : this.#styles.get(style.basedOn);
    }
    return chain;
  }

  /** The style of this id, a character style without the document defaults; null if there is none. */
  named(id: string): Style | null {
    const known = this.#resolved.get(id);
    if (known !== undefined) return known;
    const chain = this.#chainOf(id);
    const own = chain[0];
    if (own === undefined) return null;
    const formatting: Formatting = own.type === "character" ? {} : { ...this.#defaults };
    for (const style of chain.toReversed()) Object.assign(formatting, style.formatting);
    const style: Style = {
      ...formatting,
      id,
      headingLevel: own.type === "character" ? null : levelOfStyle(formatting, chain.map(levelByName)),
      isTitle: own.type !== "character" && isTitleStyleName(own.name),
    };
    this.#resolved.set(id, style);
    return style;
  }
}

const levelByName = ({ name, id }: DeclaredStyle): number | null =>
  headingLevelOfStyleName(name) ?? headingLevelOfStyleName(id);

/** The formatting that each element sets, in styles, paragraphs and runs alike. */
const formattingElements = byElement<(attributes: XmlAttributes) => Formatting>({
  "w:outlineLvl": ({ val }) => ({ outlineLevel: wholeNumber(val, 9) }),
  "w:numId": ({ val = "0" }) => ({ numberingId: val }),
  "w:ilvl": ({ val }) => ({ numberingLevel: Math.min(8, wholeNumber(val, 0)) }),
  "w:pageBreakBefore": ({ val }) => ({ pageBreakBefore: isOn(val) }),
  "w:vanish": ({ val }) => ({ hidden: isOn(val) }),
  "w:b": ({ val }) => ({ bold: isOn(val) }),
  "w:jc": ({ val }) => ({ centred: val === "center" }),
  "w:sz": ({ val }) => ({ size: wholeNumber(val, 0) }),
  "w:vertAlign": ({ val }) => ({ raised: val === "superscript" }),
  "w:rFonts": ({ ascii, hAnsi, cs }) => ({ font: ascii ?? hAnsi ?? cs ?? "" }),
});

/** Adds the formatting that an element sets, if any. */
export function readFormatting(into: Formatting, name: string, attributes: XmlAttributes): void {
  Object.assign(into, formattingElements.get(name)?.(attributes));
}

export function isOn(value: string | undefined): boolean {
  return value === undefined || !/^(0|false|off|none)$/iu.test(value);
}

export function wholeNumber(value: string | undefined, fallback: number): number {
  const number = Number.parseInt(value ?? "", 10);
  return Number.isFinite(number) && number >= 0 ? number : fallback;
}
