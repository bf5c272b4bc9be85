import { isOn, wholeNumber } from "./styles.ts";
import type { XmlAttributes } from "./xml.ts";

/** Reads the data of a legacy form field (w:ffData): the state of a check box, or the selected item of a list. */
export class FormField {
  #checked: boolean | null = null;
  #choice = 0;
  readonly #choices: string[] = [];

  property(name: string, attributes: XmlAttributes): void {
    const value = attributes["val"];
    if (name === "w:checkBox") this.#checked = false;
    else if (name === "w:checked" || (name === "w:default" && this.#checked !== null))
      this.#checked = isOn(value);
    else if (name === "w:result" || name === "w:default") this.#choice = wholeNumber(value, 0);
    else if (name === "w:listEntry" && this.#choices.length < 100) this.#choices.push(value ?? "");
  }

  /** The text that the field shows; "" for a text field, whose text is the field's result. */
  get shown(): string {
    if (this.#checked !== null) return this.#checked ? "☒" : "☐";
    return this.#choices[this.#choice] ?? "";
  }
}
