import type { Conversation, ConversationListQuery, ConversationSummary } from "../../../contract/inbox.ts";
import { withTenant, type Database, type Transaction } from "../../database/database.ts";
import { cursorOfMoment, parseMoment, timeOf, toPage, type Moment, type Page } from "../../paging.ts";
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
): Promise<Page<Conversation>> {
  const after = parseMoment(cursor);
  const rows = await withTenant(db, organizationId, async (trx) => {
    const found = await findIds(trx, { organizationId, userId }, { ...filter, after }, limit + 1);
    if (found.length === 0) return [];
    return selectConversations(trx, organizationId)
      .where("c.session_id", "in", found)
      .orderBy("c.last_message_at", "desc")
      .orderBy("c.session_id")
      .execute();
  });
  const page = toPage(rows, limit, ({ micros, session_id: id }) => cursorOfMoment({ micros, id }));
  return { ...page, rows: page.rows.map(toConversation) };
}

type Filter = Pick<ConversationListQuery, "channel" | "show" | "search"> & { after: Moment | null };

/** A search reads this many of the newest conversations before it reads all. */
const maxScanned = 1000;

/** Frequent words are found among the newest conversations; rare ones need a search of all. */
async function findIds(trx: Transaction, asker: Asker, filter: Filter, limit: number): Promise<string[]> {
  const words = fold(filter.search ?? "")
    .split(/\s+/)
    .filter(Boolean);
  const query = selectPlaces(trx, asker, filter);
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
  const newest = await find(query.limit(words.length === 0 ? limit : maxScanned));
  return words.length === 0 || newest.length >= limit ? newest : find(query);
}

/** The conversations of a filter, newest message first. */
function selectPlaces(trx: Transaction, { organizationId, userId }: Asker, { channel, show, after }: Filter) {
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
  const at = timeOf(after);
  // The first condition finds the place in the index; the second skips rows of earlier pages.
  return query
    .where("last_message_at", "<=", at)
    .where((where) => where.or([where("last_message_at", "<", at), where("session_id", ">", after.id)]));
}

const escapeLike = (word: string): string => word.replace(/[\\%_]/g, "\\$&");

/** Counts the conversations that wait for a person or are taken over. */
export async function countConversations(
  db: Database,
  { organizationId, userId }: Asker,
): Promise<ConversationSummary> {
  return withTenant(db, organizationId, async (trx) => {
    // Reads two small partial indexes, however many conversations there are.
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
