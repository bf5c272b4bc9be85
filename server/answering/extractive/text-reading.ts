import { once } from "../../language/once.ts";
import { rangesIn } from "../../language/ranges.ts";
import type { ReadTerms } from "../../language/read-words.ts";
import { valuesIn, type TextValue } from "../../language/values.ts";

export interface ReadValue extends TextValue {
  /** In lower case. */
  lower: string;
}

interface TextWords extends Omit<ReadTerms, "positions"> {
  known: readonly number[];
}

/** The analysis, independent of any question, of a text that is part of an answer or a heading over it. */
export type TextReading = ReturnType<typeof readText>;

export function readText(text: string, { terms, known, mayHoldValues }: TextWords) {
  const values = mayHoldValues ? valuesIn(text) : [];
  return {
    /** Index terms, in order. */
    terms,
    /** Indexes of the words that the word vectors know, in order. */
    known,
    values: values.map((value): ReadValue => ({ ...value, lower: value.text.trim().toLowerCase() })),
    ranges: once(() => (mayHoldValues ? rangesIn(text) : [])),
  };
}
