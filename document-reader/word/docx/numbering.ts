import { ExtractionError } from "../../extraction-error.ts";
import { ListCounter, type ListLevel, type NumberFormat } from "../list-number.ts";
import { wholeNumber, isOn } from "./styles.ts";
import { readXml, type XmlAttributes, type XmlReader } from "./xml.ts";

interface DeclaredLevel extends ListLevel {
  /** The paragraph style that stands at this level. */
  styleId?: string;
}

interface AbstractNumbering {
  levels: (DeclaredLevel | undefined)[];
  /** Name of the list style that really holds the levels. */
  styleLink?: string;
  /** Name of the list style that this is the definition of. */
  definesStyle?: string;
}

interface Numbering {
  abstractId: string;
  startOverrides: Map<number, number>;
  levels: Map<number, DeclaredLevel>;
}

/** The lists of a document, counted in the order in which their items are asked for. */
export class Lists {
  readonly #abstract: Map<string, AbstractNumbering>;
  readonly #numberings: Map<string, Numbering>;
  /** List styles by name: the abstract numbering that defines each. */
  readonly #definitions = new Map<string, string>();
  readonly #counters = new Map<string, ListCounter>();
  readonly #overridesDone = new Set<string>();
  readonly #levels = new Map<string, (DeclaredLevel | undefined)[]>();

  constructor(bytes: Uint8Array | null) {
    const reader = new NumberingReader();
    try {
      if (bytes !== null) readXml(bytes, reader);
    } catch (error) {
      if (!(error instanceof ExtractionError)) throw error;
    }
    this.#abstract = reader.abstract;
    for (const [id, { definesStyle }] of reader.abstract)
      if (definesStyle !== undefined) this.#definitions.set(definesStyle, id);
    this.#numberings = reader.numberings;
  }

  /** Number or bullet of the next item, `null` when there is no such list. */
  next(numberingId: string, level: number): string | null {
    const numbering = this.#numberings.get(numberingId);
    if (numbering === undefined) return null;
    const abstractId = this.#holderOfLevels(numbering.abstractId);
    const levels = this.#levelsOf(numberingId, numbering, abstractId);
    if (levels[level] === undefined) return null;
    let counter = this.#counters.get(abstractId);
    if (counter === undefined) this.#counters.set(abstractId, (counter = new ListCounter()));
    const start = numbering.startOverrides.get(level);
    const once = `${numberingId}/${level}`;
    if (start !== undefined && !this.#overridesDone.has(once)) {
      this.#overridesDone.add(once);
      counter.restart(level, start);
    }
    return counter.next(levels, level);
  }

  /** The level that a paragraph style stands at in a list; 0 where the list does not say. */
  levelOfStyle(numberingId: string, styleId: string): number {
    const numbering = this.#numberings.get(numberingId);
    const abstract = this.#abstract.get(this.#holderOfLevels(numbering?.abstractId ?? ""));
    const level = abstract?.levels.findIndex((declared) => declared?.styleId === styleId) ?? -1;
    return Math.max(0, level);
  }

  #holderOfLevels(abstractId: string): string {
    const link = this.#abstract.get(abstractId)?.styleLink;
    return link === undefined ? abstractId : (this.#definitions.get(link) ?? abstractId);
  }

  #levelsOf(id: string, numbering: Numbering, abstractId: string): (DeclaredLevel | undefined)[] {
    const known = this.#levels.get(id);
    if (known !== undefined) return known;
    const levels = [...(this.#abstract.get(abstractId)?.levels ?? [])];
    for (const [level, override] of numbering.levels) levels[level] = override;
    this.#levels.set(id, levels);
    return levels;
  }
}

const formats = new Map<string, NumberFormat>(
  Object.entries({
    decimal: "decimal",
    decimalZero: "decimalZero",
    upperRoman: "upperRoman",
    lowerRoman: "lowerRoman",
    upperLetter: "upperLetter",
    lowerLetter: "lowerLetter",
    ordinal: "ordinal",
    bullet: "bullet",
    none: "none",
    russianLower: "russianLower",
    russianUpper: "russianUpper",
    chineseCounting: "chinese",
    chineseCountingThousand: "chinese",
    taiwaneseCountingThousand: "chinese",
    ideographDigital: "chinese",
    japaneseCounting: "chinese",
  } satisfies Record<string, NumberFormat>),
);

class NumberingReader implements XmlReader {
  readonly abstract = new Map<string, AbstractNumbering>();
  readonly numberings = new Map<string, Numbering>();
  #current: AbstractNumbering | null = null;
  #numbering: Numbering | null = null;
  #override = 0;
  #level: DeclaredLevel | null = null;

  open(name: string, attributes: XmlAttributes): void {
    const value = attributes["val"];
    switch (name) {
      case "w:abstractNum":
        this.#current = { levels: [] };
        this.abstract.set(attributes["abstractNumId"] ?? "", this.#current);
        break;
      case "w:num":
        this.#numbering = { abstractId: "", startOverrides: new Map(), levels: new Map() };
        this.numberings.set(attributes["numId"] ?? "", this.#numbering);
        break;
      case "w:abstractNumId":
        if (this.#numbering !== null) this.#numbering.abstractId = value ?? "";
        break;
      case "w:lvlOverride":
        this.#override = Math.min(8, wholeNumber(attributes["ilvl"], 0));
        break;
      case "w:startOverride":
        this.#numbering?.startOverrides.set(this.#override, wholeNumber(value, 1));
        break;
      case "w:numStyleLink":
        if (this.#current !== null && value !== undefined) this.#current.styleLink = value;
        break;
      case "w:styleLink":
        if (this.#current !== null && value !== undefined) this.#current.definesStyle = value;
        break;
      case "w:lvl":
        this.#openLevel(Math.min(8, wholeNumber(attributes["ilvl"], 0)));
        break;
      default:
        if (this.#level !== null) readLevel(this.#level, name, attributes);
    }
  }

  close(name: string): void {
    if (name === "w:lvl") this.#level = null;
    else if (name === "w:abstractNum") this.#current = null;
    else if (name === "w:num") this.#numbering = null;
  }

  text(): void {
    // Numbering carries no text of its own.
  }

  #openLevel(at: number): void {
    this.#level = { start: 0, format: "decimal", text: "" };
    if (this.#numbering !== null) this.#numbering.levels.set(at, this.#level);
    else if (this.#current !== null) this.#current.levels[at] = this.#level;
  }
}

function readLevel(level: DeclaredLevel, name: string, attributes: XmlAttributes): void {
  const value = attributes["val"];
  switch (name) {
    case "w:start":
      level.start = wholeNumber(value, 0);
      break;
    case "w:numFmt":
      level.format = formats.get(value ?? "") ?? "decimal";
      break;
    case "w:lvlText":
      level.text = (value ?? "").slice(0, 100);
      break;
    case "w:lvlRestart":
      level.restartAfter = wholeNumber(value, 0);
      break;
    case "w:isLgl":
      level.legal = isOn(value);
      break;
    case "w:pStyle":
      if (value !== undefined) level.styleId = value;
      break;
    default:
  }
}
