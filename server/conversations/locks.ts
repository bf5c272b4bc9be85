import { sql } from "kysely";
import type { Audience } from "../../contract/common.ts";
import { withTenant, type Database, type Transaction } from "../database/database.ts";
import type { SessionKey } from "./messages.ts";

/** Who has a conversation, as it stands while it is locked. */
export interface Standing {
  audience: Audience;
  /** The assistant is silent: a person is awaited or answers. */
  isHandedOff: boolean;
  /** The person who has taken it over in the inbox. */
  ownerUserId: string | null;
  /** False: surely no ticket of it is worked on, so that nothing has to be brought into one. */
  mayHaveTicket: boolean;
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
): Promise<(Standing & { isBusy: boolean }) | null> {
  const { rows } = await sql<StandingRow>`
    with conversation as materialized (
      select owner_user_id from conversations
      where organization_id = ${organizationId} and session_id = ${sessionId}
      for no key update
    )
    select session.audience, conversation.owner, session.handed_off_at is not null as is_handed_off,
      coalesce(session.busy_until > clock_timestamp(), false) as is_busy,
      exists (
        select from tickets
        where organization_id = ${organizationId} and session_id = ${sessionId} and status in ('open', 'in_progress')
      ) as has_ticket
    from (select max(owner_user_id::text) as owner from conversation) conversation
    join chat_sessions session on session.organization_id = ${organizationId} and session.id = ${sessionId}
    for no key update of session`.execute(trx);
  const [row] = rows;
  if (row === undefined) return null;
  return {
    audience: row.audience,
    isHandedOff: row.is_handed_off,
    ownerUserId: row.owner,
    isBusy: row.is_busy,
    // Who waited for the lock of a hand-off sees that, and not yet its ticket.
    mayHaveTicket: row.has_ticket || row.is_handed_off,
  };
}

interface StandingRow {
  audience: Audience;
  owner: string | null;
  is_handed_off: boolean;
  is_busy: boolean;
  has_ticket: boolean;
}

/** What keeps others out of a conversation while no transaction is open that has locked it. */
export interface Lease {
  take(trx: Transaction): Promise<void>;
  isHeld(): boolean;
  /** Keeps the lease for as long as `wait` takes. */
  renewDuring<T>(wait: () => Promise<T>): Promise<T>;
  end(trx: Transaction): Promise<void>;
  /** Ends it in a transaction of its own. */
  giveBack(): Promise<void>;
}

/** How long the conversation of a process that died stays closed; a living one renews its lease. */
const leaseMs = 15_000;
const renewalMs = 5_000;

/** A lease on a conversation that nobody has taken yet. */
export function leaseOf(db: Database, { organizationId, sessionId }: SessionKey): Lease {
  const endOfLease = sql<Date>`clock_timestamp() + ${`${leaseMs} milliseconds`}::interval`;
  const until = (trx: Transaction, moment: typeof endOfLease | null) =>
    trx
      .updateTable("chat_sessions")
      .set({ busy_until: moment })
      .where("organization_id", "=", organizationId)
      .where("id", "=", sessionId);
  // Not one that was just given back: a renewal may still be under way then.
  const renew = () =>
    withTenant(db, organizationId, (trx) =>
      until(trx, endOfLease).where("busy_until", "is not", null).execute(),
    );
  let isHeld = false;
  const end = async (trx: Transaction): Promise<void> => {
    await until(trx, null).execute();
  };
  return {
    isHeld: () => isHeld,
    async take(trx) {
      await until(trx, endOfLease).execute();
      isHeld = true;
    },
    async renewDuring(wait) {
      const renewal = setInterval(() => void renew().catch(() => undefined), renewalMs);
      return wait().finally(() => clearInterval(renewal));
    },
    end,
    giveBack: () => withTenant(db, organizationId, end),
  };
}
