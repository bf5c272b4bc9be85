import type { Ticket, TicketListQuery, TicketSummary } from "../../../contract/tickets.ts";
import { TicketStatus } from "../../../contract/tickets.ts";
import { withTenant, type Database } from "../../database/database.ts";
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
    let query = selectTickets(trx, organizationId);
    const { status, priority, category, assignedTo } = filter;
    if (status !== undefined) query = query.where("tickets.status", "=", status);
    if (priority !== undefined) query = query.where("tickets.priority", "=", priority);
    if (category !== undefined) query = query.where("tickets.category", "=", category);
    if (assignedTo === "nobody") query = query.where("tickets.assigned_to", "is", null);
    else if (assignedTo !== undefined) query = query.where("tickets.assigned_to", "=", assignedTo);
    for (const word of words) query = query.where("tickets.search_text", "like", `%${escapeLike(word)}%`);
    if (before !== null) query = query.where("tickets.number", "<", before);
    return query
      .orderBy("tickets.number", "desc")
      .limit(limit + 1)
      .execute();
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    tickets: page.map(toTicket),
    nextCursor: rows.length > limit && last !== undefined ? String(last.number) : null,
  };
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
