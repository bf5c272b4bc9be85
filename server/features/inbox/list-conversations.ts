import { sql } from "kysely";
import type { Conversation, ConversationListQuery, ConversationSummary } from "../../../contract/inbox.ts";
import { withTenant, type Database, type Transaction } from "../../database/database.ts";
import { badRequest } from "../../errors.ts";
import { fold } from "../../pipeline/language/fold.ts";
import { selectConversations, toConversation } from "./conversation-rows.ts";

interface Asker {
  organizationId: string;
  userId: string;
}

/** Conversations by their newest message, newest first. */
export async function listConversations(
  db: Database,
  { organizationId, userId, limit, cursor, ...filter }: ConversationListQuery & Asker,
): Promise<{ conversations: Conversation[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : parseCursor(cursor);
  const rows = await withTenant(db, organizationId, (trx) => {
    const found = findIds(trx, { organizationId, userId }, filter, after, limit + 1);
    return selectConversations(trx, organizationId)
      .where("c.session_id", "in", found)
      .orderBy("c.last_message_at", "desc")
      .orderBy("c.session_id", "desc")
      .execute();
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    conversations: page.map(toConversation),
    nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null,
  };
}

type Filter = Pick<ConversationListQuery, "channel" | "show" | "search">;
interface Place {
  micros: number;
  id: string;
}

function findIds(
  trx: Transaction,
  { organizationId, userId }: Asker,
  { channel, show, search }: Filter,
  after: Place | null,
  limit: number,
) {
  let query = trx
    .selectFrom("conversations")
    .where("organization_id", "=", organizationId)
    .where("channel", "!=", "chat")
    .orderBy("last_message_at", "desc")
    .orderBy("session_id", "desc");
  if (channel !== undefined) query = query.where("channel", "=", channel);
  if (show === "waiting")
    query = query.where("person_requested_at", "is not", null).where("owner_user_id", "is", null);
  if (show === "taken_over") query = query.where("owner_user_id", "is not", null);
  if (show === "mine") query = query.where("owner_user_id", "=", userId);
  if (after !== null) {
    const at = sql`timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond'`;
    query = query.where(sql<boolean>`(last_message_at, session_id) < (${at}, ${after.id}::uuid)`);
  }
  const words = fold(search ?? "")
    .split(/\s+/)
    .filter(Boolean);
  if (words.length === 0) return query.select("session_id").limit(limit);
  // Looked through from the newest on, and no further than the page needs; OFFSET keeps the planner
  // from taking every word for a rare one and reading all conversations.
  const candidates = query
    .select(["session_id", "last_message_at", "search_text"])
    .offset(0)
    .as("candidates");
  let found = trx
    .selectFrom(candidates)
    .select("session_id")
    .orderBy("last_message_at", "desc")
    .orderBy("session_id", "desc");
  for (const word of words) found = found.where("search_text", "like", `%${escapeLike(word)}%`);
  return found.limit(limit);
}

const escapeLike = (word: string): string => word.replace(/[\\%_]/g, "\\$&");

function cursorOf({ micros, session_id: id }: { micros: number; session_id: string }): string {
  return Buffer.from(`${micros} ${id}`).toString("base64url");
}

function parseCursor(cursor: string): Place {
  const text = Buffer.from(cursor, "base64url").toString();
  const parts = /^(\d{1,16}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text);
  if (parts?.[2] === undefined) {
    throw badRequest("invalid_cursor", "This cursor is none that a list has given.");
  }
  return { micros: Number(parts[1]), id: parts[2] };
}

/** What asks for staff's attention right now. */
export async function countConversations(
  db: Database,
  { organizationId, userId }: Asker,
): Promise<ConversationSummary> {
  return withTenant(db, organizationId, async (trx) => {
    // Two small partial indexes, however many conversations there are.
    const { waiting } = await trx
      .selectFrom("conversations")
      .select((count) => count.fn.countAll<number>().as("waiting"))
      .where("organization_id", "=", organizationId)
      .where("person_requested_at", "is not", null)
      .where("owner_user_id", "is", null)
      .executeTakeFirstOrThrow();
    const { taken_over: takenOver, mine } = await trx
      .selectFrom("conversations")
      .select((count) => [
        count.fn.countAll<number>().as("taken_over"),
        count.fn.countAll<number>().filterWhere("owner_user_id", "=", userId).as("mine"),
      ])
      .where("organization_id", "=", organizationId)
      .where("owner_user_id", "is not", null)
      .executeTakeFirstOrThrow();
    return { waiting, takenOver, mine };
  });
}
