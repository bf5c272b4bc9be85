import { analyse } from "../../language/analyse.ts";
import { toLanguage } from "../../language/languages.ts";
import { onceFor } from "../../caching/once.ts";
import type { CellKind } from "../../language/cell-value.ts";
import { valuesIn } from "../../language/values.ts";
import type { TypedCell, TypedRow, TypedTable } from "../../ingestion/tables/stored-table.ts";
import type { RetrievedTable } from "./retrieved-table.ts";
import { readHeading, withUnit } from "./heading-units.ts";

/** The part of a row in which a term occurs. */
type RowPlace = "label" | "section" | "cells";

export interface AnalysedRow extends TypedRow {
  /** Cells by column; a cell that spans several columns is repeated for each of them. */
  byColumn: (TypedCell | undefined)[];
  label: TypedCell[];
  /** Distinct terms of the label; `nameTerms`: without those of its measures. */
  labelTerms: string[];
  nameTerms: string[];
  /** Columns in which this row says that it has nothing, so that it answers a question about them, too. */
  blanks: number[];
}

/** A table with everything that is computed from it alone, whatever the question. */
export type AnalysedTable = ReturnType<typeof computeAnalysis>;

/** Analyses a table once; the result is cached while the table object lives. */
export const analyseTable = (retrieved: RetrievedTable): AnalysedTable =>
  analysed(retrieved.table, retrieved);

const analysed = onceFor(computeAnalysis);

function computeAnalysis(table: TypedTable, { language: named, documentName, original }: RetrievedTable) {
  // The values of a transposed table already have their units.
  const isTransposed = original !== undefined;
  const language = toLanguage(named);
  const termsOf = (text: string): Set<string> => new Set(analyse(text, language).map(({ term }) => term));
  const labelColumns = findLabelColumns(table);
  const rowsWith = new Map<string, Map<number, RowPlace>>();
  const note = (terms: Iterable<string>, row: number, place: RowPlace): void => {
    for (const term of terms) {
      let rows = rowsWith.get(term);
      if (rows === undefined) rowsWith.set(term, (rows = new Map()));
      if (!rows.has(row)) rows.set(row, place);
    }
  };
  const sections = new Map<string, Set<string>>();
  const headings = table.columns.map((heading, at) =>
    readHeading(heading, at === 0 || isTransposed ? null : table.caption),
  );
  const rows = table.rows.map(({ cells, ...rest }, at): AnalysedRow => {
    const row = { ...rest, cells: cells.map((cell) => withUnit(cell, headings[cell.column])) };
    const byColumn = columnsOf(row, table.columns.length);
    const label = labelColumns.flatMap((column) => byColumn[column] ?? []);
    const labelTerms = termsOf(label.map(({ text }) => text).join("\n"));
    note([...labelTerms, ...label.flatMap(({ text }) => initialsOf(text) ?? [])], at, "label");
    if (row.section !== null) {
      let section = sections.get(row.section);
      if (section === undefined) sections.set(row.section, (section = termsOf(row.section)));
      note(section, at, "section");
    }
    const others = row.cells.filter((cell) => !label.includes(cell));
    note(termsOf(others.map(({ text }) => text).join("\n")), at, "cells");
    const nameTerms = [...termsOf(label.map(({ text }) => withoutMeasures(text)).join("\n"))];
    return { ...row, byColumn, label, labelTerms: [...labelTerms], nameTerms, blanks: [] };
  });
  const kinds = table.columns.map((_, column) => mostCommon(kindsIn(rows, column)));
  const flags = new Set(columnsOfFlags(kinds, labelColumns));
  for (const column of kinds.keys())
    if (!labelColumns.includes(column)) noteBlanks(rows, column, flags.has(column));
  const ownTerms = table.columns.map(termsOf);
  const headerTerms = ownTerms.map((terms, at) => {
    const initials = initialsOf(table.columns[at] ?? "");
    return initials === null ? terms : new Set([...terms, initials]);
  });
  return {
    /** The headings without the units, which are added to the values. */
    columns: headings.map(({ name }) => name),
    rows,
    /** Columns that name the rows. */
    labelColumns,
    /** Whether another column has values of the same kind: headings of options are often names. */
    isOption: areOptions(kinds, labelColumns),
    /** The most common kind of the values of each column; null if it has none. */
    kinds,
    /** The terms of each heading, and the same with its initials. */
    ownTerms,
    headerTerms,
    /**
     * For each heading, the terms of each of its alternatives ("Welkom / Kimberley") that no other heading has; all of
     * its terms if there are none.
     */
    distinctHeaderTerms: table.columns.map((heading, column) => {
      const isOwn = (term: string): boolean =>
        ownTerms.every((other, at) => at === column || !other.has(term));
      const alternatives = heading.replace(factor, " ").split(alternative);
      const distinct = alternatives.map((text) => [...termsOf(text)].filter(isOwn));
      const own = distinct.filter((terms) => terms.length > 0);
      return own.length > 0 ? own : [[...(ownTerms[column] ?? [])]];
    }),
    /** Terms of the caption, of the headings above the table, and of the document's name. */
    captionTerms: termsOf(table.caption ?? ""),
    headingTerms: termsOf(table.headingPath.join("\n")),
    nearestHeadingTerms: termsOf(table.headingPath.at(-1) ?? ""),
    titleTerms: termsOf(documentName),
    /** By term: the rows that contain it, each with the first of label, section and cells. */
    rowsWith,
  };
}

/** A label without the measures behind its name, by which nobody asks for it: "Doctor" of "Doctor, 15 minutes". */
function withoutMeasures(label: string): string {
  const [name = "", ...others] = label.split(", ");
  const isMeasure = (part: string): boolean => {
    const [value] = valuesIn(part);
    return value?.text === part && (value.kind === "duration" || value.kind === "distance");
  };
  return [name, ...others.filter((part) => !isMeasure(part))].join(", ");
}

/** A factor names nothing: the "× 1,5" of "Overtime × 1,5". */
const factor = /[×x*] ?\d+(?:[.,]\d+)?/u;
const alternative = / ?\/ ?| or /u;

const areOptions = (kinds: (CellKind | null)[], labelColumns: number[]): boolean[] => {
  const valued = kinds.map((kind, column) => (labelColumns.includes(column) ? null : kind));
  return valued.map(
    (kind, at) => kind !== null && valued.some((other, place) => other === kind && place !== at),
  );
};

/** The columns of mostly "Yes" and "No"; if most columns are such, the others beside the label too. */
function columnsOfFlags(kinds: (CellKind | null)[], labelColumns: number[]): number[] {
  const areFlags = kinds.filter((kind) => kind === "yes_no").length * 2 > kinds.length;
  return [...kinds.keys()].filter((column) =>
    areFlags ? !labelColumns.includes(column) : kinds[column] === "yes_no",
  );
}

/** Notes the rows without a value in a column: those with a dash, and in a column of "Yes" and the like also empty ones. */
function noteBlanks(rows: AnalysedRow[], column: number, isFlag: boolean): void {
  for (const { byColumn, blanks } of rows) {
    const { kind, text } = byColumn[column] ?? { kind: "empty", text: "" };
    if (kind === "empty" && (isFlag || text.trim() !== "")) blanks.push(column);
  }
}

const kindsIn = (rows: AnalysedRow[], column: number): CellKind[] =>
  rows.flatMap(({ byColumn }) => byColumn[column]?.kind ?? []).filter((kind) => kind !== "empty");

/** The most common of these values, the first of several; null if there are none. */
export function mostCommon<Value extends string>(values: readonly Value[]): Value | null {
  const groups = [...Map.groupBy(values, (value) => value).values()];
  return groups.toSorted((a, b) => b.length - a.length)[0]?.[0] ?? null;
}

/** The initials of a name ("Head of department" is also called "HOD"); null unless it has three to five words. */
function initialsOf(name: string): string | null {
  const words = name.match(/\p{L}[\p{L}'’-]*/gu) ?? [];
  if (words.length < 3 || words.length > 5) return null;
  return words.map((word) => word.charAt(0).toLowerCase()).join("");
}

function columnsOf(row: TypedRow, width: number): (TypedCell | undefined)[] {
  const byColumn: (TypedCell | undefined)[] = Array.from({ length: width }, () => undefined);
  for (const cell of row.cells)
    for (let at = cell.column; at < Math.min(width, cell.column + cell.columns); at++) byColumn[at] = cell;
  return byColumn;
}

/** Kinds of values that never name a row. */
const valueKinds = new Set(["money", "percent", "yes_no", "time"]);

/**
 * The leftmost columns that name a row: as many as it takes to distinguish the rows, and never a code alone ("PG04,
 * Winter tunic, 5 to 9").
 */
function findLabelColumns({ rows, columns }: TypedTable): number[] {
  const labels = [0];
  while (labels.length < columns.length - 1) {
    const next = labels.length;
    const isCoded = labels.length === 1 && isMostly(rows, 0, isCode);
    if (isCoded ? !isMostly(rows, next, isName) : distinguishesRows(rows, labels)) break;
    if (isMostly(rows, next, ({ kind }) => valueKinds.has(kind))) break;
    labels.push(next);
  }
  return labels;
}

/** Whether a cell is no better a name for a row than "PG04": "4.1", "13 March 2027", "09:00 – 10:30". */
const isCode = ({ kind, text }: TypedCell): boolean =>
  kind === "code" ||
  kind === "date" ||
  /^\d{1,2}[:h]\d\d/u.test(text) ||
  (kind === "number" && /^\d+(?:\.\d+)*\.?$/u.test(text));

/** Whether a cell is a name, even with a number in it: "Dome tent, four persons". */
const isName = ({ kind, text }: TypedCell): boolean =>
  kind === "text" || ((kind === "number" || kind === "measure") && /^\p{L}{3}/u.test(text));

function isMostly(rows: TypedRow[], column: number, is: (cell: TypedCell) => boolean): boolean {
  const cells = rows.flatMap((row) =>
    row.cells.filter((cell) => cell.column === column && cell.kind !== "empty"),
  );
  return cells.length > 0 && cells.filter(is).length * 2 > cells.length;
}

/** Whether these columns distinguish the rows. Codes are ignored: they differ in every row, but name nothing. */
function distinguishesRows(rows: TypedRow[], labels: number[]): boolean {
  const naming = isMostly(rows, 0, isCode) ? labels.filter((column) => column > 0) : labels;
  const names = rows.map(({ section, cells }) => {
    const texts = naming.map((column) => cells.find((cell) => cell.column === column)?.text);
    return [section, ...texts].join("\n");
  });
  return new Set(names).size >= rows.length * 0.95;
}
