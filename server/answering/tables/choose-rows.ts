import type { TypedCell } from "../../ingestion/tables/stored-table.ts";
import type { NumberRange } from "../../language/ranges.ts";
import { valuesIn } from "../../language/values.ts";
import { explain, namedByRow, type Explained, type MatchedRow, type MatchedTable } from "./match-table.ts";
import type { Superlative } from "./table-words.ts";

/** Rows that were chosen among others, with the cells that decided. */
export interface Choice {
  matched: MatchedTable;
  kind: "choice" | "list";
  rows: ChosenRow[];
  /** Rows that were compared. */
  compared: number;
  superlative: Superlative | null;
  explained: Explained;
  met: number;
  against: number;
  /** Columns that could have been meant as well. */
  equalColumns: number;
}

export interface ChosenRow {
  row: MatchedRow;
  cells: TypedCell[];
}

/** A column that values are compared in. */
interface Target {
  column: number;
  equal: number;
}

const maxListed = 8;
/** Rows are compared that are named about as well as the best. */
const aboutAsWell = 0.9;
const minNamedShare = 0.03;

/** What a comparison of a table's rows finds: the cheapest, those under a price, those with a yes. */
export function chooseRows(matched: MatchedTable): Choice[] {
  const { operators } = matched.question;
  const limits = limitsOf(matched);
  if (!operators.isChoice && limits.length === 0) return [];
  if (matched.table.rows.length < 2) return [];
  const compared = comparedRows(matched);
  if (compared.length === 0) return [];
  const filtered = limits.reduce<{ rows: ChosenRow[]; met: number }>(
    ({ rows, met }, limit) => {
      const kept = withinLimit(matched, rows, limit);
      return kept === null ? { rows, met } : { rows: kept, met: met + 1 };
    },
    { rows: compared.map((row) => ({ row, cells: [] })), met: 0 },
  );
  const { superlative } = operators;
  if (superlative !== null) return [chooseBest(matched, superlative, filtered, compared.length) ?? []].flat();
  if (filtered.met > 0) {
    const chosen = operators.isCapacity ? smallestCapacity(filtered.rows) : filtered.rows;
    return [toChoice(matched, "list", chosen, { compared: compared.length, met: filtered.met }) ?? []].flat();
  }
  return [chooseByColumn(matched, compared) ?? []].flat();
}

/** The limits that the question sets to values: thresholds, and numbers that a row must allow. */
function limitsOf({ question }: MatchedTable): NumberRange[] {
  const { thresholds, points, isCapacity } = question.operators;
  const allowed = points
    .filter(({ unit }) => isCapacity || unit === "person" || unit === "child")
    .map(({ value, unit }) => ({
      low: value,
      high: Number.POSITIVE_INFINITY,
      unit: unit === "person" || unit === "child" ? "" : unit,
    }));
  return [...thresholds, ...allowed];
}

/** The rows that the question is about: those of the section or the words that it names, else all. */
function comparedRows(matched: MatchedTable): MatchedRow[] {
  const min = Math.min(...matched.rows.map(({ verdict }) => verdict.against));
  const possible = matched.rows.filter(({ verdict }) => verdict.against <= min + 0.01);
  const named = possible.map((row) => ({ row, named: namedByRow(matched, row) }));
  const max = Math.max(...named.map((each) => each.named));
  if (max < minNamedShare) return possible;
  const alternatives = /(?<!\p{L})or(?!\p{L})|,/iu.test(matched.question.text);
  const inSection = named.filter(({ row }) => row.section.some((share) => share > 0));
  const bySection = inSection.length > 1 && inSection.length < named.length;
  const needed = max * (alternatives ? 0.35 : aboutAsWell);
  const best = named.filter((each) => each.named >= needed);
  const chosen =
    bySection && (best.length < 2 || best.some(({ row }) => inSection.some((each) => each.row === row)))
      ? inSection
      : best;
  // The best of one row is none: then the words were not said of rows.
  if (chosen.length < 2 && matched.question.operators.superlative !== null) return possible;
  return chosen.map(({ row }) => row);
}

const isMoneyLike = (kind: TypedCell["kind"]): boolean => kind === "money" || kind === "number";

/** Whether values of a kind can be compared with a limit in a unit. */
function fitsUnit({ kind, unit: own }: TypedCell, unit: string): boolean {
  if (unit === "R") return kind === "money";
  if (unit === "%") return kind === "percent";
  if (unit === "")
    return (
      kind === "measure" || kind === "number" || kind === "money" || kind === "percent" || kind === "range"
    );
  return own === unit;
}

/** The rows whose value lies within a limit; null where no column can be compared with it. */
function withinLimit(matched: MatchedTable, rows: ChosenRow[], limit: NumberRange): ChosenRow[] | null {
  const target =
    targetColumn(matched, rows, (cell) => fitsUnit(cell, limit.unit)) ??
    // Amounts of a list in rand are written without the sign.
    (limit.unit === "R" ? targetColumn(matched, rows, ({ kind }) => kind === "number") : null);
  const isWithin = (low: number, high: number): boolean =>
    limit.low === Number.NEGATIVE_INFINITY
      ? low <= limit.high
      : (Number.isFinite(high) ? high : low) >= limit.low && low <= limit.high;
  const kept = rows.flatMap(({ row, cells }): ChosenRow[] => {
    const cell = target === null ? undefined : row.row.byColumn[target.column];
    if (target === null) {
      const value = measureOfLabel(row, limit.unit);
      return value !== null && isWithin(value, value) ? [{ row, cells }] : [];
    }
    return cell !== undefined && isWithin(cell.low, cell.high) ? [{ row, cells: [...cells, cell] }] : [];
  });
  if (target === null && kept.length === 0) return null;
  return kept.length === 0 || (kept.length === rows.length && target === null) ? null : kept;
}

function measureOfLabel({ row }: MatchedRow, unit: string): number | null {
  for (const { text } of row.label)
    for (const value of valuesIn(text))
      if (
        (value.kind === "distance" || (unit === "" && value.kind === "number")) &&
        (unit === "" || value.unit === unit)
      )
        return value.low;
  return null;
}

/** The column, other than the labels, most of whose cells fit, by how much of the question its heading holds. */
function targetColumn(
  matched: MatchedTable,
  rows: ChosenRow[],
  fits: (cell: TypedCell) => boolean,
): Target | null {
  const { table, question, headers, columnVerdicts } = matched;
  const candidates = table.columns.flatMap((_, column) => {
    const cells = rows
      .flatMap(({ row }) => row.row.byColumn[column] ?? [])
      .filter(({ kind }) => kind !== "empty");
    const isLabel = table.labelColumns.includes(column) && column === 0;
    if (isLabel || cells.length === 0 || cells.filter(fits).length * 2 < cells.length) return [];
    const held = question.terms.reduce(
      (sum, { weight }, term) => sum + weight * (headers[column]?.[term] ?? 0),
      0,
    );
    const verdict = columnVerdicts[column];
    return [{ column, held: held + (verdict?.met ?? 0) * 0.3 - (verdict?.against ?? 0) * 0.3 }];
  });
  const [best] = candidates.toSorted((a, b) => b.held - a.held || a.column - b.column);
  if (best === undefined) return null;
  return { column: best.column, equal: candidates.filter(({ held }) => best.held - held < 0.02).length };
}

/** Which cells a superlative compares. */
function comparable({ over }: Superlative, asked: ReadonlySet<string>): ((cell: TypedCell) => boolean)[] {
  switch (over) {
    case "money":
      return [({ kind }) => kind === "money", ({ kind }) => isMoneyLike(kind)];
    case "speed":
      return [({ unit }) => unit === "mbps" || unit === "gbps"];
    case "percent":
      return [({ kind }) => kind === "percent", ({ kind }) => kind === "money"];
    case "time":
      return [({ kind }) => kind === "duration", ({ kind }) => kind === "date"];
    case "size":
      return [({ kind }) => kind === "measure", ({ kind }) => kind === "number"];
    default:
      return [
        ({ kind }) => asked.has(kind) && kind !== "text",
        ({ kind }) => kind === "money",
        ({ kind }) => kind === "percent" || kind === "number" || kind === "duration",
      ];
  }
}

function chooseBest(
  matched: MatchedTable,
  superlative: Superlative,
  { rows, met }: { rows: ChosenRow[]; met: number },
  compared: number,
): Choice | null {
  const sign = superlative.direction === "min" ? 1 : -1;
  let target: Target | null = null;
  for (const fits of comparable(superlative, matched.question.operators.asked)) {
    target ??= superlative.over === "size" ? null : targetColumn(matched, rows, fits);
  }
  const valued = rows.flatMap(({ row, cells }) => {
    if (target === null) {
      const value = superlative.over === "size" ? measureOfLabel(row, "") : null;
      return value === null ? [] : [{ row, cells, value }];
    }
    const cell = row.row.byColumn[target.column];
    if (cell === undefined || Number.isNaN(cell.low)) return [];
    return [{ row, cells: cells.includes(cell) ? cells : [...cells, cell], value: cell.low }];
  });
  if (valued.length < 2 && compared < 2) return null;
  const best = Math.min(...valued.map(({ value }) => value * sign));
  const winners = valued.filter(({ value }) => value * sign === best);
  if (winners.length === 0 || winners.length > maxListed) return null;
  return toChoice(matched, "choice", winners, {
    compared: valued.length,
    met,
    superlative,
    equalColumns: target?.equal ?? 1,
  });
}

/** Of the rows that allow a number those that allow least: the lowest level that may approve it. */
function smallestCapacity(rows: ChosenRow[]): ChosenRow[] {
  const limit = ({ cells }: ChosenRow): number => cells.at(-1)?.low ?? Number.POSITIVE_INFINITY;
  const min = Math.min(...rows.map(limit));
  return rows.filter((row) => limit(row) === min);
}

/** The rows that have something in a column which others have not: "which are open on Saturdays". */
function chooseByColumn(matched: MatchedTable, compared: MatchedRow[]): Choice | null {
  const { table, question, headers, columnVerdicts } = matched;
  const isPositive = (cell: TypedCell | undefined): boolean =>
    cell !== undefined &&
    cell.kind !== "empty" &&
    !(cell.kind === "yes_no" && cell.low === 0) &&
    !/^(?:none|closed|not )/iu.test(cell.text);
  const [best] = table.columns
    .flatMap((_, column) => {
      if (table.labelColumns.includes(column)) return [];
      const held = question.terms.reduce(
        (sum, { weight, names }, term) => sum + (names ? weight * (headers[column]?.[term] ?? 0) : 0),
        0,
      );
      const value = held + (columnVerdicts[column]?.met ?? 0) * 0.3;
      const positive = compared.filter(({ row }) => isPositive(row.byColumn[column]));
      const isSelective =
        positive.length > 0 && positive.length < compared.length && positive.length <= maxListed;
      return value > 0.08 && isSelective ? [{ column, value, positive }] : [];
    })
    .toSorted((a, b) => b.value - a.value);
  if (best === undefined) return null;
  const rows = best.positive.map((row): ChosenRow => {
    const cell = row.row.byColumn[best.column];
    return { row, cells: cell === undefined ? [] : [cell] };
  });
  return toChoice(matched, "list", rows, {
    compared: compared.length,
    met: columnVerdicts[best.column]?.met ?? 0,
  });
}

function toChoice(
  matched: MatchedTable,
  kind: Choice["kind"],
  rows: ChosenRow[],
  of: { compared: number; met: number; superlative?: Superlative; equalColumns?: number },
): Choice | null {
  const [first] = rows;
  if (first === undefined || rows.length > maxListed) return null;
  const cell = first.cells.at(-1);
  return {
    matched,
    kind,
    rows,
    compared: of.compared,
    superlative: of.superlative ?? null,
    explained: explain(matched, first.row, cell?.column ?? null, cell?.kind ?? null),
    met: of.met + first.row.verdict.met,
    against: first.row.verdict.against,
    equalColumns: of.equalColumns ?? 1,
  };
}
