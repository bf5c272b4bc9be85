import type { ReadWords } from "../../language/read-words.ts";
import { rangesIn, type NumberRange } from "../../language/ranges.ts";
import { valuesIn, type TextValue } from "../../language/values.ts";

const none: readonly never[] = [];

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
  readonly #mayHoldValues: boolean;
  #values: readonly ReadValue[] | undefined;
  #ranges: readonly NumberRange[] | undefined;

  constructor(
    text: string,
    { terms, known, valueStarts }: Pick<ReadWords, "terms" | "known" | "valueStarts">,
  ) {
    this.text = text;
    this.terms = terms;
    this.known = known;
    this.#mayHoldValues = valueStarts.length > 0;
  }

  get values(): readonly ReadValue[] {
    this.#values ??= this.#mayHoldValues ? readValues(this.text) : none;
    return this.#values;
  }

  get ranges(): readonly NumberRange[] {
    this.#ranges ??= this.#mayHoldValues ? rangesIn(this.text) : none;
    return this.#ranges;
  }
}

function readValues(text: string): readonly ReadValue[] {
  return valuesIn(text).map((value) => ({ ...value, lower: value.text.trim().toLowerCase() }));
}
