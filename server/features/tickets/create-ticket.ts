import type { TicketCreate, TicketDetail } from "../../../contract/tickets.ts";
import { withTenant } from "../../database/database.ts";
import { openTicket } from "../../conversations/hand-off/open-ticket.ts";
import type { DraftTools } from "./drafts.ts";
import { readDetail } from "./find-ticket.ts";

/** Creates a ticket with the organization's next number, and requests a draft for it. */
export async function createTicket(
  tools: DraftTools,
  { organizationId, userId }: { organizationId: string; userId: string },
  form: TicketCreate,
): Promise<TicketDetail> {
  return withTenant(tools.db, organizationId, async (trx) => {
    const question = [form.title, form.description].filter((part) => part != null).join("\n");
    const ticket = { ...form, organizationId, createdBy: userId, question };
    const { ticketId } = await openTicket(trx, tools, ticket);
    return readDetail(trx, { organizationId, ticketId });
  });
}
