import type { Language } from "../../../language/languages.ts";
import { onceFor } from "../../../caching/once.ts";
import { withoutLeadingMark } from "../../extractive/leading-marks.ts";
import type { EvidenceCell, EvidenceRow } from "../evidence-rows.ts";
import type { EvidenceUnit } from "../evidence-units.ts";
import { claimTokens, type ClaimToken } from "./claim-tokens.ts";
import { conditionsOf, partsOfSentence } from "./conditions.ts";
import { stepsOf } from "./word-order.ts";

/** A sentence or row of the passages, split into tokens for the judge. */
export type EvidenceTokens = ReturnType<typeof evidenceTokens>;

/** Cached, since the claims of one answer are checked against the same passages. */
export const evidenceTokens = onceFor((unit: EvidenceUnit, language: Language) => {
  /** The context of all of it: its lead-in, the labels of its row, the headings over it. */
  const context = new Set(keysOf(unit.contextText.slice(unit.text.length), language));
  /** The lead-in and the nearest headings, which may negate it. */
  const lead = claimTokens(unit.headingText, language);
  const row = unit.row === null ? null : readRow(unit.row, language);
  const text = withoutLeadingMark(unit.text);
  const tokens = row === null ? claimTokens(text, language) : row.tokens;
  if (row !== null) {
    for (const key of row.columns.flatMap((column) => [...column])) context.delete(key);
    for (const key of row.labels) context.add(key);
  }
  /** The positions of each word in `tokens`. */
  const positions = Map.groupBy(tokens.keys(), (at) => tokens[at]?.key ?? "");
  // A row has no word order and no conditions.
  const steps = row === null ? stepsOf(`${unit.lead ?? ""} ${text}`, language) : [];
  const conditions = row === null ? conditionsOf(text, language) : [];
  /** The words of its independent statements, to which conditions belong. */
  const parts = row === null ? partsOfSentence(text).map((part) => new Set(keysOf(part, language))) : [];
  return { tokens, positions, context, lead, steps, row, text, conditions, parts };
});

const keysOf = (text: string, language: Language): string[] =>
  claimTokens(text, language).map(({ key }) => key);

/** Reads each cell as a clause. */
function readRow({ table, cells }: EvidenceRow, language: Language) {
  const inCells = cells.map((cell) => tokensOfCell(cell, language));
  return {
    table,
    cells,
    tokens: inCells.flatMap((cell, clause) => cell.map((token) => ({ ...token, clause }))),
    labels: inCells.filter((_, at) => cells[at]?.isLabel).flatMap((cell) => cell.map(({ key }) => key)),
    /** The heading over each cell. */
    columns: cells.map(({ heading }) => new Set(keysOf(heading, language))),
    /** The scopes of all headings: "per" of "Price per kg". */
    headingScopes: cells.flatMap(({ heading }) =>
      claimTokens(heading, language).flatMap(({ scopes }) => scopes),
    ),
  };
}

/** A cell without content words says something about its heading: "No" under "Pork", "not allowed" under "Cabin bag". */
function tokensOfCell({ text, heading, isLabel, says }: EvidenceCell, language: Language): ClaimToken[] {
  const own = says === null || isLabel ? claimTokens(text, language) : [];
  if (own.length > 0 || isLabel) return own;
  const words = says === "no" ? "not" : says === "yes" ? "" : text;
  return claimTokens(`${words} ${heading}`, language).filter(({ isNumber }) => !isNumber);
}

/** Whether one of the words is in the context of a token: that of the whole unit, or the heading of its column. */
export function isBeside(evidence: EvidenceTokens, at: number, keys: readonly string[]): boolean {
  const column = evidence.row?.columns[evidence.tokens[at]?.clause ?? -1];
  return keys.some((key) => evidence.context.has(key) || column?.has(key) === true);
}

export const isInContext = ({ context, row }: EvidenceTokens, keys: readonly string[]): boolean =>
  keys.some((key) => context.has(key) || row?.columns.some((column) => column.has(key)) === true);
