import type { TicketMessage, TicketMessageCreate } from "../../../contract/tickets.ts";
import type { Context } from "../../context.ts";
import { withTenant } from "../../database/database.ts";
import { notFound } from "../../errors.ts";
import { startDraft } from "../../conversations/hand-off/start-draft.ts";
import type { DraftTools } from "./drafts.ts";
import { addToThread } from "./thread.ts";
import { lockTicket, type TicketKey } from "./ticket-rows.ts";

/** Adds a reply, a note or a customer's message; the latter gets a new draft. Throws not_found. */
export async function addMessage(
  tools: DraftTools & Pick<Context, "mail">,
  key: TicketKey,
  { kind, content, userId }: TicketMessageCreate & { userId: string },
): Promise<TicketMessage> {
  return withTenant(tools.db, key.organizationId, async (trx) => {
    const ticket = await lockTicket(trx, key);
    if (ticket === undefined) throw notFound("ticket");
    const thread = { ...key, sessionId: ticket.session_id };
    const message = await addToThread(trx, tools, thread, { kind, content, authorId: userId });
    if (kind === "customer") await startDraft(trx, tools, key, content);
    return message;
  });
}
