import { sql } from "kysely";
import {
  CustomerConversation,
  CustomerRating,
  CustomerTicket,
  type CustomerData,
} from "../../../contract/personal-data.ts";
import { erase, maxErasedAtOnce, ticketsOf, type Erasure } from "../../conversations/erase.ts";
import { readFilesOf } from "../../conversations/message-files.ts";
import { originOf } from "../../conversations/messages.ts";
import type { Context } from "../../context.ts";
import type { Transaction } from "../../database/database.ts";
import { fromRow } from "../../database/rows.ts";
import { inParts } from "../../in-parts.ts";
import { formatTicketNumber } from "../../conversations/hand-off/ticket-number.ts";

/** A conversation or a ticket of the customer. */
export interface Start {
  organizationId: string;
  conversationId?: string;
  ticketId?: string;
}

interface Customer extends Erasure, Pick<CustomerData, "phones" | "emails"> {
  ratingIds: string[];
}

/**
 * WhatsApp conversations with the customer's number. It is taken from the search text if there is no contact, because the
 * number that the customer wrote to was disconnected.
 */
const numbersOfConversations = (organizationId: string) => sql`(
  select c.id as conversation_id, coalesce(k.wa_id, substring(c.search_text from '\\+(\\d+)$')) as number
  from conversations c left join whatsapp_contacts k
    on k.organization_id = c.organization_id and k.conversation_id = c.id
  where c.organization_id = ${organizationId} and c.channel = 'whatsapp'
) numbered`;

/**
 * The customer of a conversation or ticket: whatever names the same telephone number or email address. A member's own
 * chat from which a ticket was opened is not the customer's.
 */
async function findCustomer(trx: Transaction, { organizationId, ...start }: Start): Promise<Customer> {
  const [conversation, ticket] = [start.conversationId ?? null, start.ticketId ?? null];
  const { rows: contacts } = await sql<{ phone: string | null; email: string | null }>`
    with their_tickets as (
      select conversation_id, customer_phone, customer_email from tickets
      where organization_id = ${organizationId} and (id = ${ticket} or conversation_id = ${conversation})
    ), theirs as (
      select conversation_id from their_tickets union select ${conversation}::uuid
    )
    select customer_phone as phone, lower(customer_email) as email from their_tickets
    union select customer_phone, lower(customer_email) from feedback join theirs using (conversation_id)
      where organization_id = ${organizationId}
    union select '+' || number, null from ${numbersOfConversations(organizationId)} join theirs using (conversation_id)
  `.execute(trx);
  const phones = distinct(contacts.map(({ phone }) => phone)).filter((phone) => formsOf(phone).length > 0);
  const emails = distinct(contacts.map(({ email }) => email));
  const numbers = phones.flatMap(formsOf);
  const isTheirs = sql`(
    lower(customer_email) = any(${emails}) or regexp_replace(customer_phone, '\\D', '', 'g') = any(${numbers})
  )`;
  const { rows } = await sql<{ conversation_id: string | null; ticket_id: string | null }>`
    select c.id as conversation_id, t.id as ticket_id
    from tickets t left join conversations c
      on c.organization_id = t.organization_id and c.id = t.conversation_id and c.channel <> 'chat'
    where t.organization_id = ${organizationId} and (t.id = ${ticket} or ${isTheirs})
    union all select conversation_id, null from ${numbersOfConversations(organizationId)}
    where number = any(${numbers})`.execute(trx);
  const conversationIds = distinct([conversation, ...rows.map((row) => row.conversation_id)]);
  const named = rows.map((row) => row.ticket_id);
  const ticketIds = distinct([...named, ...(await ticketsOf(trx, organizationId, conversationIds))]);
  const { rows: ratings } = await sql<{ id: string }>`
    select id from feedback where organization_id = ${organizationId} and (
      conversation_id = any(${conversationIds}) or occasion = any(${ticketIds.map((id) => `ticket ${id}`)}) or ${isTheirs}
    )`.execute(trx);
  const ratingIds = ratings.map(({ id }) => id);
  return { organizationId, phones, emails, conversationIds, ticketIds, ratingIds };
}

const distinct = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null)),
];

const minDigits = 7;

/** The digits of a telephone number in the ways that South Africans write it: +27 82…, 0027 82…, 082…, +27 (0)82…. */
function formsOf(phone: string): string[] {
  const digits = phone.replace(/\D/g, "").replace(/^00/, "");
  if (digits.length < minDigits) return [];
  const [, national] = /^(?:270?|0)(\d{9})$/.exec(digits) ?? [];
  return national === undefined
    ? [digits, `00${digits}`]
    : [`27${national}`, `0027${national}`, `0${national}`, `270${national}`];
}

type Table = "conversations" | "messages" | "tickets" | "ticket_messages" | "feedback";
type Row = Record<string, unknown> & Record<"id" | "role" | "conversation_id" | "ticket_id", string>;

/** Everything that the organization keeps about a customer. */
export async function readCustomer(trx: Transaction, start: Start): Promise<CustomerData> {
  const { phones, emails, ...found } = await findCustomer(trx, start);
  const { organizationId } = start;
  const read = async (table: Table, column: string, ids: string[]): Promise<Row[]> => {
    const order = table.endsWith("messages") ? "position" : "created_at";
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)}
      where organization_id = ${organizationId} and ${sql.ref(column)} = any(${ids})
      order by ${sql.ref(order)}`.execute(trx);
    return rows;
  };
  const said = await read("messages", "conversation_id", found.conversationIds);
  const threads = await read("ticket_messages", "ticket_id", found.ticketIds);
  const files = await readFilesOf(trx, organizationId, found.conversationIds);
  const saidIn = Map.groupBy(said, (row) => row.conversation_id);
  const writtenIn = Map.groupBy(threads, (row) => row.ticket_id);
  const messageOf = (row: Row) => {
    const from = originOf(row.role, row.metadata !== null);
    return fromRow(CustomerConversation.shape.messages.element, {
      ...row,
      from,
      file: files.get(row.id) ?? null,
    });
  };
  const conversations = (await read("conversations", "id", found.conversationIds)).map((row) => {
    const messages = (saidIn.get(row.id) ?? []).map(messageOf);
    return fromRow(CustomerConversation, { ...row, messages });
  });
  const tickets = (await read("tickets", "id", found.ticketIds)).map((row) => {
    const messages = (writtenIn.get(row.id) ?? []).map((message) =>
      fromRow(CustomerTicket.shape.messages.element, message),
    );
    const ticketNumber = formatTicketNumber(Number(row.number));
    return fromRow(CustomerTicket, { ...row, ticketNumber, session_id: row.conversation_id, messages });
  });
  const ratings = (await read("feedback", "id", found.ratingIds)).map((row) => fromRow(CustomerRating, row));
  return { phones, emails, conversations, tickets, ratings };
}

/** Erases everything of a customer: in this transaction, or the rest in the background if there is much. */
export async function eraseCustomer(trx: Transaction, { jobs }: Pick<Context, "jobs">, start: Start) {
  const { organizationId, conversationIds, ticketIds, ratingIds } = await findCustomer(trx, start);
  await sql`
    delete from feedback where organization_id = ${organizationId} and id = any(${ratingIds})`.execute(trx);
  const conversations = inParts(conversationIds, maxErasedAtOnce);
  const tickets = inParts(ticketIds, maxErasedAtOnce);
  for (let part = 0; part < Math.max(conversations.length, tickets.length); part += 1) {
    const erasure = {
      organizationId,
      conversationIds: conversations[part] ?? [],
      ticketIds: tickets[part] ?? [],
    };
    await (part === 0 ? erase(trx, erasure) : jobs.enqueue(trx, "erase", erasure));
  }
  return { organizationId, conversationIds, ticketIds };
}
