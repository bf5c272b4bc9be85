import type { TypedCell } from "../../ingestion/tables/stored-table.ts";
import type { CellKind } from "../../language/cell-value.ts";
import { counting } from "../../language/table-words.ts";
import { minutesPerUnit } from "../../language/value-words.ts";
import { unitNamed } from "../../language/values.ts";

/** A column heading, and the unit that it gives to the column's numbers. */
type Heading = ReturnType<typeof readHeading>;

/** Amounts in rand, perhaps for a period: "(R)", "(R/month)", "(R per night)". */
const rand =
  /\s?\((?:in )?(?:R|rands?)(?:\s?(?:\/|per )\s?([^(),]+))?(?:, ([^()]+))?\)|,? in rands?(?!\p{L})/u;
/**
 * Reads "Weight (kg)", "Length, cm", "Minutes", "Price (R)". A caption in rand covers columns without another unit.
 * `sign` is the unit as written next to a number; empty if the heading keeps it.
 */
export function readHeading(heading: string, caption: string | null) {
  const money = rand.exec(heading);
  if (money !== null) {
    const [found, rate, more] = money;
    const rest = [rate === undefined ? "" : ` per ${rate}`, more === undefined ? "" : ` (${more})`].join("");
    return { name: heading.replace(found, rest).trim(), unit: "R", sign: "R" };
  }
  const [match = "", unitText] =
    /^\p{L}+$|\s?\(([^()\d]+)\)$|, (\p{L}+)$/u.exec(heading)?.filter(Boolean) ?? [];
  // "S", "M" and "L" are sizes rather than metres and litres.
  const unit = /^\p{Lu}$/u.test(match) ? "" : unitOfHeading(unitText ?? match);
  // "Hire, Week" and "Week" above prices are the period of the price, "Price, adult" tells whose it is: no units.
  const isRate = minutesPerUnit.has(unit) && !match.includes("(");
  const isPerson = (unit === "person" || unit === "child") && !match.includes("(");
  if (unit !== "" && unitText !== undefined && !isRate && !isPerson)
    return { name: heading.replace(match, ""), unit, sign: unitText };
  if (/^ages?$/iu.test(heading)) return { name: heading, unit: "year", sign: "" };
  const mayBeMoney = caption !== null && rand.test(caption) && !counting.test(heading);
  const isMoney = mayBeMoney && (unit === "" || isRate);
  return { name: heading, unit: isMoney ? "R" : unit, sign: isMoney ? "R" : "" };
}

/** The unit in a heading, where "h" can only be hours: "Charging time (h)". */
const unitOfHeading = (text: string): string => (text === "h" ? "hour" : unitNamed(text.toLowerCase()));

/** Adds the unit in the heading to a bare number or range. */
export function withUnit(cell: TypedCell, heading: Heading | undefined): TypedCell {
  const isBare = cell.unit === "" && (cell.kind === "number" || cell.kind === "range");
  if (heading === undefined || !isBare || heading.unit === "" || Number.isNaN(cell.low)) return cell;
  const { unit, sign } = heading;
  if (sign === "") return { ...cell, unit };
  const text = unit === "R" ? `R ${cell.text}` : `${cell.text} ${sign}`;
  return { ...cell, unit, text, kind: cell.kind === "number" ? kindOfUnit(unit) : cell.kind };
}

/** The kind of a number with this unit next to it. */
function kindOfUnit(unit: string): CellKind {
  if (unit === "R") return "money";
  return minutesPerUnit.has(unit) ? "duration" : "measure";
}
