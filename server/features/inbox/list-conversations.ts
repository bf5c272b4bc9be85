import { sql } from "kysely";
import type { Conversation, ConversationListQuery, ConversationSummary } from "../../../contract/inbox.ts";
import { withTenant, type Database, type Transaction } from "../../database/database.ts";
import { badRequest } from "../../errors.ts";
import { fold } from "../../language/fold.ts";
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
  const rows = await withTenant(db, organizationId, async (trx) => {
    const found = await findIds(trx, { organizationId, userId }, filter, after, limit + 1);
    if (found.length === 0) return [];
    return selectConversations(trx, organizationId)
      .where("c.session_id", "in", found)
      .orderBy("c.last_message_at", "desc")
      .orderBy("c.session_id")
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

/** Conversations that a search looks through before it turns to all. */
const lookedThrough = 1000;

/** A frequent word is found among the newest conversations at once; a rare one needs a look at all. */
async function findIds(
  trx: Transaction,
  asker: Asker,
  filter: Filter,
  after: Place | null,
  limit: number,
): Promise<string[]> {
  const words = fold(filter.search ?? "")
    .split(/\s+/)
    .filter(Boolean);
  const query = selectPlaces(trx, asker, filter, after);
  const find = async (candidates: typeof query): Promise<string[]> => {
    let found = trx
      .selectFrom(candidates.as("candidates"))
      .select("session_id")
      .orderBy("last_message_at", "desc")
      .orderBy("session_id")
      .limit(limit);
    for (const word of words) found = found.where("search_text", "like", `%${escapeLike(word)}%`);
    return (await found.execute()).map(({ session_id: id }) => id);
  };
  const newest = await find(query.limit(words.length === 0 ? limit : lookedThrough));
  return words.length === 0 || newest.length >= limit ? newest : find(query);
}

/** Where the conversations of a filter stand, newest message first. */
function selectPlaces(
  trx: Transaction,
  { organizationId, userId }: Asker,
  { channel, show }: Filter,
  after: Place | null,
) {
  let query = trx
    .selectFrom("conversations")
    .select(["session_id", "last_message_at", "search_text"])
    .where("organization_id", "=", organizationId)
    .where("channel", "!=", "chat")
    .orderBy("last_message_at", "desc")
    .orderBy("session_id");
  if (channel !== undefined) query = query.where("channel", "=", channel);
  if (show === "waiting")
    query = query.where("person_requested_at", "is not", null).where("owner_user_id", "is", null);
  if (show === "taken_over") query = query.where("owner_user_id", "is not", null);
  if (show === "mine") query = query.where("owner_user_id", "=", userId);
  if (after === null) return query;
  const at = sql<Date>`timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond'`;
  // The first condition is where the index begins; the second leaves out what was shown.
  return query
    .where("last_message_at", "<=", at)
    .where((where) => where.or([where("last_message_at", "<", at), where("session_id", ">", after.id)]));
}

const escapeLike = (word: string): string => word.replace(/[\\%_]/g, "\\$&");

function cursorOf({ micros, session_id: id }: { micros: number; session_id: string }): string {
  return Buffer.from(`${micros} ${id}`).toString("base64url");
}

function parseCursor(cursor: string): Place {
  const text = Buffer.from(cursor, "base64url").toString();
  const parts = /^(\d{1,16}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text);
  if (parts?.[2] === undefined) {
    throw badRequest("invalid_cursor", "This cursor is invalid. Use one from the x-next-cursor header.");
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
