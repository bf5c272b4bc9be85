import { Conversation, type ConversationListQuery } from "../../../contract/inbox.ts";
import { sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { type Transaction, type Key, inTenant } from "../../database/database.ts";
import { searchList, rangesOfSearch, type SearchedWords } from "../../database/search-list.ts";
import { cursorOfMoment, microsOf, parseMoment, timeOf, toPage, type Moment } from "../../paging.ts";
import { toPerson } from "../../auth/invitations.ts";
import { fromRow } from "../../database/rows.ts";
import { notFound } from "../../errors.ts";
import type { ConversationKey } from "../../conversations/messages.ts";
import { writableUntil } from "../../conversations/outbox/staff-message.ts";
import { formatTicketNumber } from "../../conversations/hand-off/ticket-number.ts";

type Viewer = Key<"userId">;

/** Conversations by their newest message, newest first. */
export async function listConversations(
  trx: Transaction,
  { organizationId, limit, cursor, search, ...conditions }: ConversationListQuery & Viewer,
) {
  const words = rangesOfSearch(search);
  const filter = { ...conditions, organizationId, words, after: parseMoment(cursor) };
  const found = await searchMoments(trx, filter, limit + 1);
  if (found.length === 0) return { rows: [], nextCursor: null };
  const ids = found.map(({ id }) => id);
  const rows = await selectConversations(trx, organizationId)
    .where("c.id", "in", ids)
    .orderBy("c.last_message_at", "desc")
    .orderBy("c.id")
    .execute();
  return toPage(rows, limit, cursorOfMoment, toConversation);
}

type Filter = SearchedWords &
  Viewer &
  Pick<ConversationListQuery, "channel" | "show"> & { after: Moment | null };

/** Finds any part of a name or number, such as its last digits, not only the beginnings of words. */
function searchMoments(trx: Transaction, filter: Filter, limit: number) {
  const hasWords = filter.words.map(({ from }) => sql<boolean>`search_text like ${`%${escapeLike(from)}%`}`);
  const matching = (filtered: Filter) => selectMoments(trx, filtered).where((eb) => eb.and(hasWords));
  return searchList<Moment>(trx, filter, limit, {
    newest: (count) => selectMoments(trx, filter).limit(count).execute(),
    keep: (moments) => {
      const ids = moments.map(({ id }) => id);
      return matching(filter).where("id", "in", ids).execute();
    },
    findAfter: (after, count) =>
      matching({ ...filter, after })
        .limit(count)
        .execute(),
  });
}

/** The time of the last message and the id of the conversations that match a filter, newest message first. */
function selectMoments(trx: Transaction, { organizationId, userId, channel, show, after }: Filter) {
  let query = trx
    .selectFrom("conversations")
    .select(["id", microsOf("last_message_at").as("micros")])
    .where("organization_id", "=", organizationId)
    // Not a parameter, so that PostgreSQL sees that it can use the index without chats.
    .where(sql<boolean>`channel <> 'chat'`)
    .orderBy("last_message_at", "desc")
    .orderBy("id");
  if (channel !== undefined) query = query.where("channel", "=", channel);
  if (show === "waiting")
    query = query.where("person_requested_at", "is not", null).where("owner_user_id", "is", null);
  if (show === "taken_over") query = query.where("owner_user_id", "is not", null);
  if (show === "mine") query = query.where("owner_user_id", "=", userId);
  if (after === null) return query;
  const at = timeOf(after);
  // The first condition finds the start in the index; the second skips rows of earlier pages.
  return query
    .where("last_message_at", "<=", at)
    .where((eb) => eb.or([eb("last_message_at", "<", at), eb("id", ">", after.id)]));
}

const escapeLike = (word: string): string => word.replace(/[\\%_]/g, "\\$&");

export async function countConversations(trx: Transaction, { organizationId, userId }: Viewer) {
  // Reads two small partial indexes, however many conversations there are.
  const { waiting } = await trx
    .selectFrom("conversations")
    .select((eb) => eb.fn.countAll<number>().as("waiting"))
    .where("organization_id", "=", organizationId)
    .where("person_requested_at", "is not", null)
    .where("owner_user_id", "is", null)
    .executeTakeFirstOrThrow();
  const { taken_over: takenOver, mine } = await trx
    .selectFrom("conversations")
    .select((eb) => [
      eb.fn.countAll<number>().as("taken_over"),
      eb.fn.countAll<number>().filterWhere("owner_user_id", "=", userId).as("mine"),
    ])
    .where("organization_id", "=", organizationId)
    .where("owner_user_id", "is not", null)
    .executeTakeFirstOrThrow();
  return { waiting, takenOver, mine };
}

/** Characters of the customer's newest message that a list shows. */
const previewLength = 160;

/** The conversations of one organization with what `toConversation` needs. */
function selectConversations(trx: Transaction, organizationId: string) {
  return trx
    .selectFrom("conversations as c")
    .leftJoin("whatsapp_contacts as k", inTenant("k.conversation_id", "c.id"))
    .leftJoin("users as u", "u.id", "c.owner_user_id")
    .selectAll("c")
    .select(["k.profile_name", "k.wa_id", "u.first_name", "u.last_name", "u.email"])
    .select((eb) => {
      const newestMessage = eb
        .selectFrom("messages as m")
        .select(sql<string>`left(m.content, ${previewLength})`.as("preview"))
        .whereRef("m.organization_id", "=", "c.organization_id")
        .whereRef("m.conversation_id", "=", "c.id")
        .where("m.role", "=", "user")
        .orderBy("m.position", "desc")
        .limit(1);
      const newestTicket = eb
        .selectFrom("tickets as t")
        .select(["t.id", "t.number", "t.status"])
        .whereRef("t.organization_id", "=", "c.organization_id")
        .whereRef("t.conversation_id", "=", "c.id")
        .orderBy("t.number", "desc")
        .limit(1);
      return [newestMessage.as("last_customer_message"), jsonObjectFrom(newestTicket).as("ticket")];
    })
    .select(microsOf("c.last_message_at").as("micros"))
    .where("c.organization_id", "=", organizationId);
}
type ConversationRow = Awaited<ReturnType<ReturnType<typeof selectConversations>["execute"]>>[number];

/** Throws not_found. */
export async function readInboxConversation(trx: Transaction, key: ConversationKey): Promise<Conversation> {
  const row = await selectConversations(trx, key.organizationId)
    .where("c.id", "=", key.conversationId)
    .executeTakeFirstOrThrow(() => notFound("conversation"));
  return toConversation(row);
}

function toConversation(row: ConversationRow): Conversation {
  const owner = toPerson(row.owner_user_id, row);
  return fromRow(Conversation, {
    ...row,
    type: row.audience,
    customer_name: row.profile_name,
    customer_phone: row.wa_id === null ? null : `+${row.wa_id}`,
    owner,
    taken_over_at: owner === null ? null : row.taken_over_at,
    ticket: row.ticket && { ...row.ticket, ticketNumber: formatTicketNumber(row.ticket.number) },
    writable_until: row.channel === "whatsapp" ? writableUntil(row.last_customer_message_at) : null,
  });
}
