import { once } from "../../caching/once.ts";
import { rangesIn } from "../../language/ranges.ts";
import type { ReadTerms } from "../../language/read-words.ts";
import { valuesIn, type TextValue } from "../../language/values.ts";

export interface ReadValue extends TextValue {
  /** In lower case. */
  lower: string;
}

/** The analysis, independent of any question, of a text that is part of an answer or a heading over it. */
export type AnalysedText = ReturnType<typeof analyseText>;

export function analyseText(text: string, { terms, mayHoldValues }: Omit<ReadTerms, "positions">) {
  const values = mayHoldValues ? valuesIn(text) : [];
  return {
    /** Index terms, in order. */
    terms,
    values: values.map((value): ReadValue => ({ ...value, lower: value.text.trim().toLowerCase() })),
    ranges: once(() => (mayHoldValues ? rangesIn(text) : [])),
  };
}
