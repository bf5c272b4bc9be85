import type { Selectable } from "kysely";
import type { Audience } from "../../../contract/common.ts";
import type { TicketCategory, TicketPriority } from "../../../contract/tickets.ts";
import type { Context } from "../../context.ts";
import { now, type Transaction, type Key } from "../../database/database.ts";
import { countRows, insertRow, readRow, rowId, updateRows } from "../../database/rows.ts";
import type { DB } from "../../database/schema.ts";
import { fold } from "../../language/fold.ts";
import type { Query } from "../../language/understand-query.ts";
import { inConversation, type ConversationKey } from "../messages.ts";
import { copyTranscript, readSince, type TranscriptMessage } from "./transcript.ts";
import { formatTicketNumber, untitledTicket } from "./ticket-number.ts";

export type TicketTools = Pick<Context, "events" | "jobs">;

/** A ticket to be created. Fields that are absent or null are unknown. */
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
  createdBy?: string | null;
  conversationId?: string;
  /** The position of the last message that is copied into the ticket when it is created. */
  copiedUntil?: number | null;
  /** The question that the assistant drafts a reply to; empty: no draft. */
  question: string;
}

export type OpenedTicket = Awaited<ReturnType<typeof openTicket>>;

/** Creates a ticket with the organization's next number, and requests a draft of a reply to its question. */
export async function openTicket(trx: Transaction, { events, jobs }: TicketTools, ticket: NewTicket) {
  const { organizationId, question } = ticket;
  const fields = {
    title: ticket.title || untitledTicket,
    description: ticket.description ?? null,
    category: ticket.category ?? null,
    priority: ticket.priority ?? "medium",
    audience: ticket.audience,
    customer_name: ticket.customerName ?? null,
    customer_email: ticket.customerEmail ?? null,
    customer_phone: ticket.customerPhone ?? null,
    conversation_id: ticket.conversationId ?? null,
    created_by: ticket.createdBy ?? null,
  };
  const number = await nextNumber(trx, organizationId);
  const ticketId = await insertRow(trx, "tickets", {
    ...fields,
    organization_id: organizationId,
    number,
    copied_until: ticket.copiedUntil ?? null,
    search_text: searchTextOf({ ...fields, number }),
  });
  if (question !== "") await startDraft(trx, { jobs }, { organizationId, ticketId }, question);
  await events.publish(trx, organizationId, { type: "ticket.updated", id: ticketId });
  return { ticketId, ticketNumber: formatTicketNumber(number) };
}

/** The next number. The counter stays locked until the transaction ends: no number is skipped or used twice. */
async function nextNumber(trx: Transaction, organizationId: string): Promise<number> {
  const { last_number: number } = await trx
    .insertInto("ticket_counters")
    .values({ organization_id: organizationId, last_number: 1 })
    .onConflict((oc) =>
      oc
        .column("organization_id")
        .doUpdateSet((eb) => ({ last_number: eb("ticket_counters.last_number", "+", 1) })),
    )
    .returning("last_number")
    .executeTakeFirstOrThrow();
  return number;
}

const contactColumns = ["customer_name", "customer_email", "customer_phone"] as const;
const searchedColumns = ["number", "title", "description", ...contactColumns] as const;

/** The text that tickets are searched by. It has the number with and without zeros, so "TKT-0007" and "tkt-7" are found. */
export function searchTextOf(ticket: Pick<Selectable<DB["tickets"]>, (typeof searchedColumns)[number]>) {
  const { number, title, description, customer_name: name, customer_email: email } = ticket;
  const phone = ticket.customer_phone;
  // A telephone number is typed with or without its spaces.
  const digits = phone?.replace(/[\s()-]/g, "");
  const parts = [formatTicketNumber(number), `tkt-${number}`, title, name, email, phone, digits, description];
  return fold(parts.filter((part) => part !== null && part !== undefined).join("\n"));
}

/** Only two programs that answer each other write a longer thread, so nothing more is copied into it. */
const maxThreadMessages = 5000;

/** The open or in-progress ticket of a conversation, locked; undefined if there is none. */
export function findOpenTicket(trx: Transaction, key: ConversationKey) {
  return (
    trx
      .selectFrom("tickets")
      .select(["id", "number", "copied_until"])
      .where(inConversation(key))
      .where("status", "in", ["open", "in_progress"])
      // There may be several: staff can reopen an older one.
      .orderBy("number", "desc")
      .limit(1)
      .forUpdate()
      .executeTakeFirst()
  );
}

/**
 * Copies the new messages of a conversation into the thread of its unresolved ticket, and has a reply drafted to
 * `question`, the customer's latest message, unless that is small talk. Does nothing if there is no such ticket. The
 * caller must have locked the conversation, or have saved a message in it with `trx`.
 */
export async function addToOpenTicket(
  trx: Transaction,
  tools: TicketTools,
  conversation: ConversationKey,
  question: Pick<Query, "text" | "smallTalk"> | null,
): Promise<void> {
  const open = await findOpenTicket(trx, conversation);
  if (open === undefined) return;
  const ticket = { ...conversation, ticketId: open.id, copiedUntil: open.copied_until };
  if (await isThreadFull(trx, ticket)) return;
  // A repeated question is in the thread already.
  const transcript = await readSince(trx, ticket);
  if (!(await copyTranscript(trx, ticket, transcript))) return;
  await findContact(trx, ticket, transcript);
  if (question !== null && question.smallTalk === null) await startDraft(trx, tools, ticket, question.text);
  await tools.events.publish(trx, conversation.organizationId, { type: "ticket.updated", id: open.id });
}

/**
 * Gives a ticket without a contact the newest email address and telephone number in the customer's messages. Returns
 * whether the ticket has a contact.
 */
export async function findContact(
  trx: Transaction,
  { organizationId, ticketId }: Key<"ticketId">,
  messages: readonly Pick<TranscriptMessage, "role" | "content">[],
): Promise<boolean> {
  const id = rowId(organizationId, ticketId);
  const ticket = await readRow(trx, "tickets", id, searchedColumns);
  if (ticket.customer_email !== null || ticket.customer_phone !== null) return true;
  const words = messages.filter(({ role }) => role === "user").map(({ content }) => content);
  const { email, phone } = contactInText(words.toReversed().join("\n"));
  if (email === null && phone === null) return false;
  const contact = { customer_email: email, customer_phone: phone };
  await updateRows(trx, "tickets", id, { ...contact, search_text: searchTextOf({ ...ticket, ...contact }) });
  return true;
}

/** Assigns the unresolved ticket of a conversation to the person who takes the conversation over. */
export async function assignOpenTicket(
  trx: Transaction,
  { events }: Pick<TicketTools, "events">,
  { userId, ...conversation }: ConversationKey & { userId: string },
): Promise<void> {
  const open = await findOpenTicket(trx, conversation);
  if (open === undefined) return;
  const { organizationId } = conversation;
  const assigned = { assigned_to: userId, status: "in_progress", updated_at: now };
  await updateRows(trx, "tickets", rowId(organizationId, open.id), assigned);
  await events.publish(trx, organizationId, { type: "ticket.updated", id: open.id });
}

export async function isThreadFull(trx: Transaction, { organizationId, ticketId }: Key<"ticketId">) {
  const thread = { organization_id: organizationId, ticket_id: ticketId };
  return (await countRows(trx, "ticket_messages", thread)) >= maxThreadMessages;
}

/** Requests a draft of a reply to `question`, and discards the previous draft. */
export async function startDraft(
  trx: Transaction,
  { jobs }: Pick<TicketTools, "jobs">,
  { organizationId, ticketId }: Key<"ticketId">,
  question: string,
): Promise<void> {
  const ofTicket = { organization_id: organizationId, ticket_id: ticketId };
  const previous = { ...ofTicket, state: ["writing", "ready", "failed"] };
  await updateRows(trx, "ticket_drafts", previous, { state: "discarded" });
  const draftId = await insertRow(trx, "ticket_drafts", { ...ofTicket, question });
  await jobs.enqueue(trx, "ticket.draft", { organizationId, ticketId, draftId });
}

const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.\p{L}{2,}/u;
/** South African numbers, such as 082 555 1234, and international ones with a plus sign. */
const phone = /(?<![\w+])(?:\+\d[\d ()-]{6,17}\d|\(?0[1-9]\d\)?[ -]?\d{3}[ -]?\d{2}[ -]?\d{2})(?!\w)/;

const contactInText = (text: string) => ({
  email: email.exec(text)?.[0] ?? null,
  phone: phone.exec(text)?.[0] ?? null,
});
