import type { XmlAttributes } from "./xml.ts";

interface Delimiters {
  open: string;
  close: string;
  separator: string;
  arguments: number;
}

/** Writes Office Math (ECMA-376 part 1, 22.1) in one line, such as "x^2/(a+b)". */
export class EquationWriter {
  readonly #delimiters: Delimiters[] = [];
  /** A sign for a script or fraction, which is written only if it has content. */
  #pending = "";
  #operator = "∫";

  /** What to write where an element of an equation opens. */
  open(name: string, parent: string, attributes: XmlAttributes): string {
    const value = attributes["val"];
    const inner = this.#delimiters.at(-1);
    switch (name) {
      case "m:d":
        this.#delimiters.push({ open: "(", close: ")", separator: "|", arguments: 0 });
        return "";
      case "m:begChr":
        if (inner !== undefined) inner.open = value ?? "";
        return "";
      case "m:endChr":
        if (inner !== undefined) inner.close = value ?? "";
        return "";
      case "m:sepChr":
        if (inner !== undefined) inner.separator = value ?? "";
        return "";
      case "m:nary":
        this.#operator = "∫";
        return "";
      case "m:chr":
        if (parent === "m:naryPr") this.#operator = value ?? "";
        return "";
      case "m:e":
        this.#pending = "";
        if (parent === "m:rad") return "√";
        if (parent !== "m:d" || inner === undefined) return "";
        return inner.arguments++ === 0 ? inner.open : inner.separator;
      case "m:sup":
      case "m:sub":
        this.#pending = name === "m:sup" ? "^" : "_";
        return "";
      case "m:den":
        this.#pending = "/";
        return "";
      default:
        return "";
    }
  }

  /** What to write where it closes. */
  close(name: string): string {
    if (name === "m:naryPr") return this.#operator;
    if (name === "m:d") return this.#delimiters.pop()?.close ?? "";
    if (name === "m:sup" || name === "m:sub" || name === "m:den") this.#pending = "";
    return "";
  }

  text(text: string): string {
    const marked = this.#pending + text;
    this.#pending = "";
    return marked;
  }
}
