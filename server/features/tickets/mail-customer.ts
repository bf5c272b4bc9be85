import type { SendMailJob } from "../../../contract/jobs.ts";
import type { ReplyDelivery } from "../../../contract/tickets.ts";
import type { Context } from "../../context.ts";
import { rowWithId, withTenant, now, type Transaction } from "../../database/database.ts";
import { readRow, updateRows, rowId } from "../../database/rows.ts";
import { settleConversation } from "../../conversations/hand-off/silence.ts";
import { formatTicketNumber, untitledTicket } from "../../conversations/hand-off/ticket-number.ts";
import { makeRatingLink, openLinkSigner } from "../../conversations/rating-link-signer.ts";
import type { LockedTicket } from "./lock-ticket.ts";

/** Longer titles are cut off in the subject. */
const subjectTitleLength = 200;

export type MailTools = Pick<Context, "mail">;
type Recipient = Pick<LockedTicket, "conversation_id" | "customer_email">;

/** How a reply reaches the customer of a ticket, or why it can't. */
export function deliveryTo({ mail }: MailTools, ticket: Recipient): ReplyDelivery {
  if (ticket.conversation_id !== null) return "conversation";
  if (ticket.customer_email === null) return "no_address";
  return mail.isSetUp ? "mailing" : "no_mail_server";
}

/** Emails a reply to the customer once `trx` commits. False: it is not sent, because a limit is reached. */
export async function mailReply(
  trx: Transaction,
  { mail }: MailTools,
  ticket: LockedTicket,
  reply: { id: string; content: string },
): Promise<boolean> {
  const { organization_id: organizationId, customer_email: to } = ticket;
  if (to === null) return false;
  const { name } = await readRow(trx, "organizations", { id: organizationId }, ["name"]);
  const number = formatTicketNumber(ticket.number);
  const title = ticket.title === untitledTicket ? "Your request" : ticket.title;
  const email = {
    to,
    subject: `[${number}] ${title.slice(0, subjectTitleLength)}`,
    text: `${reply.content}\n\n— ${name}\nYour request: ${number}`,
  };
  return mail.sendWithinLimits(trx, organizationId, email, { ticketMessageId: reply.id });
}

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
      .where(rowWithId(organizationId, ticketMessageId))
      .where("delivery", "=", "mailing")
      .returning("ticket_id")
      .executeTakeFirst();
    if (message === undefined) return;
    await events.publish(trx, organizationId, { type: "ticket.updated", id: message.ticket_id });
  });
}

export type AskTools = Pick<Context, "config" | "events" | "jobs" | "mail" | "secretKeys">;

/**
 * Called when a ticket is resolved for the first time: settles its conversation, and asks the customer for a rating
 * on WhatsApp or else by email.
 */
export async function mailRatingRequest(trx: Transaction, tools: AskTools, ticket: LockedTicket) {
  const { organization_id: organizationId, conversation_id: conversationId, customer_email: email } = ticket;
  if (ticket.rating_asked_at !== null) return;
  const isAsked =
    conversationId !== null && (await settleConversation(trx, tools, { organizationId, conversationId }));
  if (!isAsked && email !== null) await mailLink(trx, tools, ticket, email);
  await updateRows(trx, "tickets", rowId(organizationId, ticket.id), { rating_asked_at: now });
}

async function mailLink(trx: Transaction, tools: AskTools, ticket: LockedTicket, to: string) {
  const { id, organization_id: organizationId, number } = ticket;
  const { config, mail, secretKeys } = tools;
  if (!mail.isSetUp) return;
  const { name } = await readRow(trx, "organizations", { id: organizationId }, ["name"]);
  const rated = { organizationId, source: "ticket", subjectId: id } as const;
  const { link } = makeRatingLink(openLinkSigner(secretKeys), config.publicUrl, rated);
  const ticketNumber = formatTicketNumber(number);
  await mail.sendWithinLimits(trx, organizationId, {
    to,
    subject: `[${ticketNumber}] How did ${name} do?`,
    text: `${name} has resolved your request ${ticketNumber}. How did it go?\n\nRate it here. It only takes a moment:\n${link}\n\nThe link expires in 30 days. Until then, you can use it to change your rating.`,
  });
}
