import type { Context } from "../../context.ts";
import type { Transaction } from "../../database/database.ts";
import { settleConversation } from "../../conversations/outbox/settle-conversation.ts";
import { makeRatingLink } from "../../conversations/hand-off/rating-link.ts";
import { openLinkSigner } from "../../conversations/hand-off/rating-token.ts";
import { formatNumber } from "../../conversations/hand-off/ticket-text.ts";
import { now, type LockedTicket } from "./ticket-rows.ts";

export type AskTools = Pick<Context, "config" | "events" | "jobs" | "mail" | "secretKeys">;

/**
 * Called when a ticket is resolved for the first time: settles its conversation, and asks the customer for a rating
 * on WhatsApp or else by email.
 */
export async function askForRating(trx: Transaction, tools: AskTools, ticket: LockedTicket): Promise<void> {
  const { organization_id: organizationId, session_id: sessionId, customer_email: email } = ticket;
  if (ticket.rating_asked_at !== null) return;
  const isAsked = sessionId !== null && (await settleConversation(trx, tools, { organizationId, sessionId }));
  if (!isAsked && email !== null) await mailLink(trx, tools, ticket, email);
  await trx
    .updateTable("tickets")
    .set({ rating_asked_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", ticket.id)
    .execute();
}

async function mailLink(
  trx: Transaction,
  { config, mail, secretKeys }: AskTools,
  { id, organization_id: organizationId, number }: LockedTicket,
  to: string,
): Promise<void> {
  if (!mail.isSetUp) return;
  const { name } = await trx
    .selectFrom("organizations")
    .select("name")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  const rated = { organizationId, source: "ticket", subjectId: id } as const;
  const { link } = makeRatingLink(openLinkSigner(secretKeys), config.publicUrl, rated);
  const ticketNumber = formatNumber(number);
  await mail.send(trx, organizationId, {
    to,
    subject: `How did ${name} do? ${ticketNumber}`,
    text: `${name} has resolved your request ${ticketNumber}. How did it go?\n\nRate it here. It only takes a moment:\n${link}\n\nThe link expires in 30 days. Until then, you can use it to change your rating.`,
  });
}
