import { sql } from "kysely";
import type { Transaction } from "../database/database.ts";
import type { SessionKey } from "./messages.ts";

/** Who has a conversation, as it stands while it is locked. */
export interface Standing {
  /** The assistant is silent: a person is awaited or answers. */
  isHandedOff: boolean;
  /** The person who has taken it over in the inbox. */
  ownerUserId: string | null;
  /** A turn of it is under way that waits for something outside its transaction. */
  isBusy: boolean;
}

/**
 * Locks a conversation for the rest of `trx`, so that nobody else answers in it, takes it over or hands it off
 * meanwhile; null: there is none. Everybody locks in this order, or each would wait for the other: the row of the
 * conversation, then its session (a chat of a member is a session alone), then its ticket.
 *
 * Messages may come in meanwhile, since they only refer to the session. A hand-off, which copies what was said, keeps
 * those out too: it locks the session `for update`.
 */
export async function lockStanding(
  trx: Transaction,
  { organizationId, sessionId }: SessionKey,
): Promise<Standing | null> {
  const { rows } = await sql<{ owner: string | null; is_handed_off: boolean; is_busy: boolean }>`
    with conversation as materialized (
      select owner_user_id from conversations
      where organization_id = ${organizationId} and session_id = ${sessionId}
      for no key update
    )
    select conversation.owner, session.handed_off_at is not null as is_handed_off,
      coalesce(session.busy_until > clock_timestamp(), false) as is_busy
    from (select max(owner_user_id::text) as owner from conversation) conversation
    join chat_sessions session on session.organization_id = ${organizationId} and session.id = ${sessionId}
    for no key update of session`.execute(trx);
  const [row] = rows;
  if (row === undefined) return null;
  return { isHandedOff: row.is_handed_off, ownerUserId: row.owner, isBusy: row.is_busy };
}
