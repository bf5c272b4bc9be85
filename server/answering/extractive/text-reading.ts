import { rangesIn, type NumberRange } from "../../language/ranges.ts";
import { valuesIn, type TextValue } from "../../language/values.ts";

export interface ReadValue extends TextValue {
  /** In lower case. */
  lower: string;
}

/** A stretch of text that answers are composed of or stand under, as far as it is read whatever the question. */
export class TextReading {
  readonly text: string;
  /** As the index has them, in order. */
  readonly terms: readonly string[];
  /** Indexes of the words that the word vectors know, in order. */
  readonly known: readonly number[];
  #values: readonly ReadValue[] | undefined;
  #ranges: readonly NumberRange[] | undefined;

  constructor(text: string, terms: readonly string[], known: readonly number[]) {
    this.text = text;
    this.terms = terms;
    this.known = known;
  }

  get values(): readonly ReadValue[] {
    this.#values ??= valuesIn(this.text).map((value) => ({
      ...value,
      lower: value.text.trim().toLowerCase(),
    }));
    return this.#values;
  }

  get ranges(): readonly NumberRange[] {
    this.#ranges ??= rangesIn(this.text);
    return this.#ranges;
  }
}
