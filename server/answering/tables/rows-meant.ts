import type { LookUp } from "./look-up.ts";
import type { MatchedRow } from "./match-table.ts";

/** A row with a larger share of the probability of all rows that have its words is the one that is meant. */
export const maxShare = 0.75;
/** If the row lacks more of the question's weight, it may be named by words of similar meaning. */
export const maxUncovered = 0.1;

/**
 * The rows that have the same words of the question as this one, and a value in the same column: "valet price" is about
 * "Valet, first day" as well as "Valet, each further day". Only this one if it stands out.
 */
export function rowsMeant(found: LookUp, column: number | null): MatchedRow[] {
  const { matched, row, coverage } = found;
  if (matched.query.operators.isChoice || coverage.uncoveredNames > maxUncovered) return [row];
  const { title, headers, table } = matched;
  // Words of the column, of the label's heading and of the table's title name no row.
  const headings = [...table.labelColumns, ...(column === null ? [] : [column])].map((at) => headers[at]);
  return rowsLike(found, column, [title, ...headings]);
}

/** Words that `ofAll` cover name no row. */
function rowsLike(
  { matched, row }: LookUp,
  column: number | null,
  ofAll: readonly (Float64Array | undefined)[],
) {
  const { rows, probabilities, query } = matched;
  const naming = query.terms.flatMap(({ names }, term) => {
    const share = names ? shareOf(row, term) : (row.label[term] ?? 0);
    return ofAll.every((each) => (each?.[term] ?? 0) < share) ? [{ term, share }] : [];
  });
  const others = rows.filter(
    (other) =>
      other !== row &&
      mayBeMeant(row, other, column) &&
      naming.every(({ term, share }) => shareOf(other, term) >= share),
  );
  const words = new Set(naming.map(({ term }) => term));
  const isNamedWhole = ({ row: { nameTerms } }: MatchedRow): boolean =>
    nameTerms.every((each) => query.lookup.get(each)?.some(({ term }) => words.has(term)) === true);
  if (isNamedWhole(row) && !others.every(isNamedWhole)) return [row];
  const own = (each: MatchedRow): number => probabilities.rows.get(each.at)?.probability ?? 0;
  const total = [row, ...others].reduce((sum, each) => sum + own(each), 0);
  if (own(row) > maxShare * total) return [row];
  const like = rows.filter((each) => each === row || others.includes(each));
  // "How much is a doctor" is about "Doctor, 15 minutes" rather than "Video visit with a doctor".
  const whole = like.filter(isNamedWhole);
  return whole.length > 0 ? whole : like;
}

const shareOf = ({ label, section, cells }: MatchedRow, term: number): number =>
  Math.max(label[term] ?? 0, section[term] ?? 0, cells[term] ?? 0);

/** Whether a row has a value and meets as many conditions of the question as another one. */
function mayBeMeant(row: MatchedRow, other: MatchedRow, column: number | null): boolean {
  if (other.isLeftOut || (column !== null && (other.row.byColumn[column]?.kind ?? "empty") === "empty"))
    return false;
  return other.verdict.met >= row.verdict.met && other.verdict.against <= row.verdict.against;
}
