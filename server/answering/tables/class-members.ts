import type { MatchedTable } from "./match-table.ts";

const shortName = /^[\p{Lu}\d]{1,2}$/u;

/** What a cell means under its heading: the "C" below "Zone" is "zone c". */
const classOf = (heading: string, text: string): string =>
  (shortName.test(text) ? `${heading} ${text}` : text).toLowerCase();

/** What a name counts for the class that it is in: less than where it stands itself. */
const memberShare = 0.9;

/**
 * Headings and rows that are called by a class ("Zone B") hold the terms of the question that other tables put into it ("Durban | B"
 * below "Town | Zone"). A term in several classes of a kind is in none.
 */
export function addClassMembers(tables: readonly MatchedTable[]): void {
  const classes = classMembers(tables);
  const add = (held: Float64Array, name: string): void => {
    for (const term of classes.get(name) ?? []) held[term] = Math.max(memberShare, held[term] ?? 0);
  };
  for (const { table, headers, rows } of classes.size === 0 ? [] : tables) {
    for (const [at, held] of headers.entries()) add(held, (table.columns[at] ?? "").toLowerCase());
    for (const row of rows)
      for (const { column, text } of row.row.label) {
        const name = classOf(table.columns[column] ?? "", text);
        if (!classes.has(name)) continue;
        row.isNamed = true;
        row.label = new Float64Array(row.label);
        add(row.label, name);
      }
  }
}

function classMembers(tables: readonly MatchedTable[]): ReadonlyMap<string, ReadonlySet<number>> {
  const classes = new Map<string, Set<number>>();
  const kinds = new Map<string, Map<number, Set<string>>>();
  for (const { rows, table, question } of tables)
    for (const { row, label } of rows.filter(({ isNamed }) => isNamed))
      for (const { column, text } of row.cells) {
        const kind = (table.columns[column] ?? "").toLowerCase();
        if (kind === "" || !shortName.test(text)) continue;
        const name = classOf(kind, text);
        const named = question.terms.flatMap(({ names }, term) =>
          names && (label[term] ?? 0) > 0 ? [term] : [],
        );
        classes.set(name, (classes.get(name) ?? new Set()).union(new Set(named)));
        const ofKind = kinds.get(kind) ?? new Map<number, Set<string>>();
        kinds.set(kind, ofKind);
        for (const term of named) ofKind.set(term, (ofKind.get(term) ?? new Set()).add(name));
      }
  for (const ofKind of kinds.values())
    for (const [term, names] of ofKind)
      if (names.size > 1) for (const name of names) classes.get(name)?.delete(term);
  return new Map([...classes].filter(([, terms]) => terms.size > 0));
}
