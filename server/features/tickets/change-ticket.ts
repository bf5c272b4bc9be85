import type {
  TicketDetail,
  TicketStatusUpdate,
  TicketUpdate,
  TicketCreate,
  TicketMessage,
  TicketMessageCreate,
} from "../../../contract/tickets.ts";
import { now, type Transaction, type Key } from "../../database/database.ts";
import { findRow, rowId, updateRows } from "../../database/rows.ts";
import { badRequest } from "../../errors.ts";
import { endSilence } from "../../conversations/hand-off/silence.ts";
import { mailRatingRequest, type AskTools } from "./mail-customer.ts";
import { readDetail, addToThread, findAdded } from "./ticket.ts";
import { searchTextOf, openTicket, startDraft } from "../../conversations/hand-off/open-ticket.ts";
import { untitledTicket } from "../../conversations/hand-off/ticket-number.ts";
import type { DraftTools } from "./drafts.ts";
import { lockTicket, type LockedTicket, type TicketKey } from "./lock-ticket.ts";

/**
 * Changes the given fields. Any status may follow any other. Throws not_found, or not_a_member for an assignee
 * outside of the organization.
 */
export async function changeTicket(
  trx: Transaction,
  tools: AskTools,
  key: TicketKey,
  change: TicketUpdate | TicketStatusUpdate,
): Promise<TicketDetail> {
  const { organizationId, ticketId } = key;
  const ticket = await lockTicket(trx, key);
  if (change.assignedTo != null) await refuseOutsider(trx, organizationId, change.assignedTo);
  const changed = columnsOf(change);
  const searchText = searchTextOf({ ...ticket, ...changed });
  const columns = { ...changed, updated_at: now, search_text: searchText };
  await updateRows(trx, "tickets", rowId(organizationId, ticketId), columns);
  const isDone = changed.status === "resolved" || changed.status === "closed";
  if (isDone && ticket.conversation_id !== null) {
    await endSilence(trx, { organizationId, conversationId: ticket.conversation_id });
  }
  if (changed.status === "resolved") await mailRatingRequest(trx, tools, { ...ticket, ...changed });
  await tools.events.publish(trx, organizationId, { type: "ticket.updated", id: ticketId });
  return readDetail(trx, tools, key);
}

/** Absent fields stay absent; an empty text becomes null. */
function columnsOf(change: TicketUpdate & Partial<TicketStatusUpdate>): Partial<LockedTicket> {
  const columns = {
    title: change.title === "" ? untitledTicket : change.title,
    description: change.description,
    category: change.category,
    priority: change.priority,
    status: change.status,
    customer_name: change.customerName,
    customer_email: change.customerEmail,
    customer_phone: change.customerPhone,
    assigned_to: change.assignedTo,
  };
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([column, value]) => [column, value || null]));
}

async function refuseOutsider(trx: Transaction, organizationId: string, userId: string): Promise<void> {
  const values = { organization_id: organizationId, user_id: userId };
  const membership = await findRow(trx, "memberships", values, ["user_id"]);
  if (membership === undefined) {
    throw badRequest("not_a_member", "Assign the ticket to a member of this organization.");
  }
}

/** Creates a ticket with the organization's next number, and requests a draft for it. */
export async function createTicket(
  trx: Transaction,
  tools: DraftTools,
  { organizationId, userId }: Key<"userId">,
  form: TicketCreate,
): Promise<TicketDetail> {
  const question = [form.title, form.description].filter((part) => part != null).join("\n");
  const ticket = { ...form, organizationId, createdBy: userId, question };
  const { ticketId } = await openTicket(trx, tools, ticket);
  return readDetail(trx, tools, { organizationId, ticketId });
}

/**
 * Adds a reply, a note or a customer's message; the latter gets a new draft. A client key that was used before adds
 * nothing. Throws not_found and idempotency_key_reused.
 */
export async function addMessage(
  trx: Transaction,
  tools: DraftTools,
  key: TicketKey,
  { userId, ...message }: TicketMessageCreate & { userId: string; clientKey: string | null },
): Promise<TicketMessage> {
  const ticket = await lockTicket(trx, key);
  const before = await findAdded(trx, key, message);
  if (before !== undefined) return before;
  const saved = await addToThread(trx, tools, ticket, { ...message, authorId: userId });
  if (message.kind === "customer") await startDraft(trx, tools, key, message.content);
  return saved;
}
