import type { Audience } from "../../../contract/common.ts";
import type { TicketCategory, TicketPriority } from "../../../contract/tickets.ts";
import type { Transaction } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import type { Jobs } from "../../jobs.ts";
import { startDraft } from "./start-draft.ts";
import { formatNumber, searchTextOf, untitled } from "./ticket-text.ts";

export interface TicketTools {
  events: Events;
  jobs: Jobs;
}

/** A ticket to be created. Whatever is absent or null is unknown. */
export interface NewTicket {
  organizationId: string;
  audience: Audience;
  title?: string | null | undefined;
  description?: string | null | undefined;
  category?: TicketCategory | null | undefined;
  priority?: TicketPriority | undefined;
  customerName?: string | null | undefined;
  customerEmail?: string | null | undefined;
  customerPhone?: string | null | undefined;
  /** The member who created it. */
  createdBy?: string | null;
  /** The conversation that it comes from. */
  sessionId?: string;
  /** The position of the last message that is copied into the ticket when it is created. */
  copiedUntil?: number | null;
  /** The question that the assistant drafts a reply to; empty: no draft. */
  question: string;
}

export interface OpenedTicket {
  ticketId: string;
  /** Such as "TKT-0001". */
  ticketNumber: string;
}

/** Makes a ticket with the organization's next number and has a reply drafted to its question. */
export async function openTicket(
  trx: Transaction,
  { events, jobs }: TicketTools,
  ticket: NewTicket,
): Promise<OpenedTicket> {
  const { organizationId, question } = ticket;
  const fields = {
    title: ticket.title || untitled,
    description: ticket.description ?? null,
    category: ticket.category ?? null,
    priority: ticket.priority ?? "medium",
    audience: ticket.audience,
    customer_name: ticket.customerName ?? null,
    customer_email: ticket.customerEmail ?? null,
    customer_phone: ticket.customerPhone ?? null,
    session_id: ticket.sessionId ?? null,
    created_by: ticket.createdBy ?? null,
  };
  const number = await nextNumber(trx, organizationId);
  const { id: ticketId } = await trx
    .insertInto("tickets")
    .values({
      ...fields,
      organization_id: organizationId,
      number,
      copied_until: ticket.copiedUntil ?? null,
      search_text: searchTextOf({ ...fields, number }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (question !== "") await startDraft(trx, { jobs }, { organizationId, ticketId }, question);
  await events.publish(trx, organizationId, { type: "ticket.updated", id: ticketId });
  return { ticketId, ticketNumber: formatNumber(number) };
}

/** The next number. The counter stays locked until the transaction ends: no number is skipped or used twice. */
async function nextNumber(trx: Transaction, organizationId: string): Promise<number> {
  const { last_number: number } = await trx
    .insertInto("ticket_counters")
    .values({ organization_id: organizationId, last_number: 1 })
    .onConflict((counted) =>
      counted
        .column("organization_id")
        .doUpdateSet((row) => ({ last_number: row("ticket_counters.last_number", "+", 1) })),
    )
    .returning("last_number")
    .executeTakeFirstOrThrow();
  return number;
}
