import type { Ticket, TicketListQuery, TicketSummary } from "../../../contract/tickets.ts";
import { TicketStatus } from "../../../contract/tickets.ts";
import { withTenant, type Database, type Transaction } from "../../database/database.ts";
import { badRequest } from "../../errors.ts";
import { fold } from "../../pipeline/language/fold.ts";
import { selectTickets, toTicket } from "./ticket-rows.ts";

export interface TicketList {
  tickets: Ticket[];
  /** Of the next page; null at the end. */
  nextCursor: string | null;
}

/** Tickets by number, newest first; the cursor is the number of the last one. */
export async function listTickets(
  db: Database,
  { organizationId, limit, cursor, search, ...filter }: TicketListQuery & { organizationId: string },
): Promise<TicketList> {
  const before = cursor === undefined ? null : parseNumber(cursor);
  const words = fold(search ?? "")
    .split(/\s+/)
    .filter(Boolean);
  const rows = await withTenant(db, organizationId, (trx) => {
    const found = findNumbers(trx, organizationId, { ...filter, before, words }, limit + 1);
    return selectTickets(trx, organizationId)
      .where("tickets.number", "in", found)
      .orderBy("tickets.number", "desc")
      .execute();
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    tickets: page.map(toTicket),
    nextCursor: rows.length > limit && last !== undefined ? String(last.number) : null,
  };
}

type Filter = Pick<TicketListQuery, "status" | "priority" | "category" | "assignedTo"> & {
  before: number | null;
  words: string[];
};

/** The numbers of the tickets that match, newest first. */
function findNumbers(trx: Transaction, organizationId: string, filter: Filter, limit: number) {
  const { status, priority, category, assignedTo, before, words } = filter;
  let query = trx
    .selectFrom("tickets")
    .where("organization_id", "=", organizationId)
    .orderBy("number", "desc");
  if (status !== undefined) query = query.where("status", "=", status);
  if (priority !== undefined) query = query.where("priority", "=", priority);
  if (category !== undefined) query = query.where("category", "=", category);
  if (assignedTo === "nobody") query = query.where("assigned_to", "is", null);
  else if (assignedTo !== undefined) query = query.where("assigned_to", "=", assignedTo);
  if (before !== null) query = query.where("number", "<", before);
  if (words.length === 0) return query.select("number").limit(limit);
  // Looked through from the newest on, and no further than the page needs: left to itself the planner
  // takes every word for a rare one and reads all tickets. OFFSET keeps it from looking inside.
  const candidates = query.select(["number", "search_text"]).offset(0).as("candidates");
  let found = trx.selectFrom(candidates).select("number").orderBy("number", "desc");
  for (const word of words) found = found.where("search_text", "like", `%${escapeLike(word)}%`);
  return found.limit(limit);
}

const escapeLike = (word: string): string => word.replace(/[\\%_]/g, "\\$&");

function parseNumber(cursor: string): number {
  if (!/^\d{1,9}$/.test(cursor))
    throw badRequest("invalid_cursor", "This cursor is none that a list has given.");
  return Number(cursor);
}

/** How many tickets there are, by status. */
export async function countTickets(
  db: Database,
  { organizationId }: { organizationId: string },
): Promise<TicketSummary> {
  const rows = await withTenant(db, organizationId, (trx) =>
    trx
      .selectFrom("tickets")
      .select((count) => ["status", count.fn.countAll<number>().as("count")])
      .where("organization_id", "=", organizationId)
      .groupBy("status")
      .execute(),
  );
  const summary: TicketSummary = { open: 0, in_progress: 0, resolved: 0, closed: 0, total: 0 };
  for (const { status, count } of rows) {
    summary[TicketStatus.parse(status)] = count;
    summary.total += count;
  }
  return summary;
}
