import { byElement, type XmlAttributes } from "./xml.ts";

interface Delimiters {
  open: string;
  close: string;
  separator: string;
  arguments: number;
}

const delimiterParts = byElement<"open" | "close" | "separator">({
  "m:begChr": "open",
  "m:endChr": "close",
  "m:sepChr": "separator",
});
const pendingSigns = byElement<string>({ "m:e": "", "m:sup": "^", "m:sub": "_", "m:den": "/" });

/** Writes an Office Math equation (ECMA-376 part 1, 22.1) as one line of text, such as "x^2/(a+b)". */
export class EquationWriter {
  readonly #delimiters: Delimiters[] = [];
  /** The sign of a superscript, subscript or denominator, written only once that turns out to have text. */
  #pending = "";
  #operator = "∫";

  /** Returns the text to write where an element of the equation opens. */
  open(name: string, parent: string, { val = "" }: XmlAttributes): string {
    const inner = this.#delimiters.at(-1);
    const part = delimiterParts.get(name);
    if (inner !== undefined && part !== undefined) inner[part] = val;
    else if (name === "m:d") this.#delimiters.push({ open: "(", close: ")", separator: "|", arguments: 0 });
    else if (name === "m:nary") this.#operator = "∫";
    else if (name === "m:chr" && parent === "m:naryPr") this.#operator = val;
    this.#pending = pendingSigns.get(name) ?? this.#pending;
    if (name !== "m:e") return "";
    if (parent === "m:rad") return "√";
    if (parent !== "m:d" || inner === undefined) return "";
    return inner.arguments++ === 0 ? inner.open : inner.separator;
  }

  /** Returns the text to write where it closes. */
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
