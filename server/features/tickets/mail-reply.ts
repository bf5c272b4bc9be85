import type { SendMailJob } from "../../../contract/jobs.ts";
import type { ReplyDelivery } from "../../../contract/tickets.ts";
import type { Context } from "../../context.ts";
import { withTenant, type Transaction } from "../../database/database.ts";
import { formatNumber, untitled } from "../../conversations/hand-off/ticket-text.ts";
import type { TicketKey } from "./ticket-rows.ts";

/** A longer title is cut in the subject. */
const subjectTitleLength = 200;

/**
 * Emails a reply to the customer once `trx` commits, if there is a mail server and the ticket has an address.
 * Returns the delivery to record.
 */
export async function mailReply(
  trx: Transaction,
  { mail }: Pick<Context, "mail">,
  { organizationId, ticketId }: TicketKey,
  reply: { id: string; content: string },
): Promise<ReplyDelivery> {
  const ticket = await trx
    .selectFrom("tickets")
    .innerJoin("organizations", "organizations.id", "tickets.organization_id")
    .select(["tickets.number", "tickets.title", "tickets.customer_email", "organizations.name"])
    .where("tickets.organization_id", "=", organizationId)
    .where("tickets.id", "=", ticketId)
    .executeTakeFirstOrThrow();
  if (ticket.customer_email === null) return "no_address";
  if (!mail.isSetUp) return "no_mail_server";
  const number = formatNumber(ticket.number);
  const title = ticket.title === untitled ? "Your request" : ticket.title;
  const email = {
    to: ticket.customer_email,
    subject: `[${number}] ${title.slice(0, subjectTitleLength)}`,
    text: `${reply.content}\n\n${ticket.name}, about your request ${number}`,
  };
  await mail.send(trx, organizationId, email, { ticketMessageId: reply.id });
  return "mailing";
}

/** Records whether the mail server accepted a reply. */
export async function recordMailed(
  { db, events }: Pick<Context, "db" | "events">,
  { organizationId, ticketMessageId }: SendMailJob,
  wasAccepted: boolean,
): Promise<void> {
  if (ticketMessageId === undefined) return;
  await withTenant(db, organizationId, async (trx) => {
    const message = await trx
      .updateTable("ticket_messages")
      .set({ delivery: wasAccepted ? "mailed" : "mail_failed" })
      .where("organization_id", "=", organizationId)
      .where("id", "=", ticketMessageId)
      .where("delivery", "=", "mailing")
      .returning("ticket_id")
      .executeTakeFirst();
    if (message === undefined) return;
    await events.publish(trx, organizationId, { type: "ticket.updated", id: message.ticket_id });
  });
}
