import type { z } from "zod";
import type { WebhookAskAssistant, WebhookHandOff, WebhookTicket } from "../../../contract/webhook.ts";
import type { AssistantResumed } from "../../../contract/conversations.ts";
import type { KeyPrincipal } from "../../auth/api-keys.ts";
import { withTenant, type Database } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import { handOff } from "../../conversations/hand-off/hand-off.ts";
import { askAssistant } from "../../conversations/hand-off/silence.ts";
import type { TicketTools } from "../../conversations/hand-off/open-ticket.ts";
import { requireConversation } from "./conversations.ts";

/**
 * Hands a conversation over to a person; returns its open ticket if there is one already. Throws not_found for
 * another organization's conversation, or an audience that the key may not ask.
 */
export async function handOffConversation(
  { db, ...tools }: TicketTools & { db: Database },
  key: KeyPrincipal,
  { conversationId, message, ...customer }: z.output<typeof WebhookHandOff>,
): Promise<WebhookTicket & { isNew: boolean }> {
  const { organizationId } = key;
  return withTenant(db, organizationId, async (trx) => {
    await requireConversation(trx, key, conversationId);
    const { ticketNumber, isNew } = await handOff(trx, tools, {
      organizationId,
      conversationId,
      message: message ?? undefined,
      ...customer,
    });
    return { ticketNumber, conversationId, isNew };
  });
}

/** Goes back to the assistant after a hand-off. Throws not_found, undo_too_late, taken_over. */
export async function resumeConversation(
  { db, events }: { db: Database; events: Events },
  key: KeyPrincipal,
  { conversationId, undo }: z.output<typeof WebhookAskAssistant>,
): Promise<AssistantResumed> {
  const { organizationId } = key;
  return withTenant(db, organizationId, async (trx) => {
    await requireConversation(trx, key, conversationId);
    const conversation = { organizationId, conversationId };
    const { ticketTakenBack } = await askAssistant(trx, { events }, conversation, { undo });
    return { ticketTakenBack };
  });
}
