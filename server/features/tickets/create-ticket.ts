import type { TicketCreate, TicketDetail } from "../../../contract/tickets.ts";
import { withTenant, type Transaction } from "../../database/database.ts";
import { startDraft, type DraftTools } from "./drafts.ts";
import { readDetail } from "./find-ticket.ts";
import { searchTextOf, untitled } from "./ticket-rows.ts";

/** Makes a ticket with the organization's next number and has a reply drafted to it. */
export async function createTicket(
  tools: DraftTools,
  { organizationId, userId }: { organizationId: string; userId: string },
  form: TicketCreate,
): Promise<TicketDetail> {
  return withTenant(tools.db, organizationId, async (trx) => {
    const fields = {
      title: form.title ?? untitled,
      description: form.description ?? null,
      category: form.category ?? null,
      priority: form.priority ?? "medium",
      audience: form.audience,
      customer_name: form.customerName ?? null,
      customer_email: form.customerEmail ?? null,
      customer_phone: form.customerPhone ?? null,
    };
    const number = await nextNumber(trx, organizationId);
    const { id: ticketId } = await trx
      .insertInto("tickets")
      .values({
        ...fields,
        organization_id: organizationId,
        number,
        created_by: userId,
        search_text: searchTextOf({ ...fields, number }),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const key = { organizationId, ticketId };
    const question = [form.title, form.description].filter((part) => part != null).join("\n");
    if (question !== "") await startDraft(trx, tools, key, question);
    await tools.events.publish(trx, organizationId, { type: "ticket.updated", id: ticketId });
    return readDetail(trx, key);
  });
}

/** Counts up. The row stays locked until the transaction ends, so numbers have no gaps and no doubles. */
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
