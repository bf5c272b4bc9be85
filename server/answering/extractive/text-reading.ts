import { once } from "../../language/once.ts";
import { rangesIn } from "../../language/ranges.ts";
import type { ReadWords } from "../../language/read-words.ts";
import { valuesIn, type TextValue } from "../../language/values.ts";

export interface ReadValue extends TextValue {
  /** In lower case. */
  lower: string;
}

/** A stretch of text that answers are composed of or stand under, as far as it is read whatever the question. */
export type TextReading = ReturnType<typeof readText>;

export function readText(text: string, { terms, known, mayHoldValues }: Omit<ReadWords, "positions">) {
  const values = mayHoldValues ? valuesIn(text) : [];
  return {
    /** As the index has them, in order. */
    terms,
    /** Indexes of the words that the word vectors know, in order. */
    known,
    values: values.map((value): ReadValue => ({ ...value, lower: value.text.trim().toLowerCase() })),
    ranges: once(() => (mayHoldValues ? rangesIn(text) : [])),
  };
}
