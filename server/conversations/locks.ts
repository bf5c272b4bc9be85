import { sql, type Selectable } from "kysely";
import { Audience } from "../../contract/common.ts";
import { withTenant, type Database, type Transaction } from "../database/database.ts";
import type { DB } from "../database/schema.ts";
import type { ConversationKey } from "./messages.ts";

export type LockedConversation = Selectable<DB["conversations"]>;

/**
 * Locks a conversation for the rest of `trx`, so that nobody else answers or sends in it, takes it over or hands it
 * off meanwhile; null: there is none. Everybody locks it before its ticket, or each would wait for the other.
 *
 * Messages may come in meanwhile, since they only refer to it. A hand-off, which copies what was said, keeps those
 * out too.
 */
export async function lockConversation(
  trx: Transaction,
  key: ConversationKey,
  { keepsMessagesOut = false } = {},
): Promise<LockedConversation | null> {
  const conversation = conversationOf(trx, key).selectAll();
  const locked = keepsMessagesOut ? conversation.forUpdate() : conversation.forNoKeyUpdate();
  return (await locked.executeTakeFirst()) ?? null;
}

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

/** The same for a turn of the assistant, which has to know who has the conversation. */
export async function lockStanding(
  trx: Transaction,
  key: ConversationKey,
): Promise<(Standing & { isBusy: boolean }) | null> {
  const row = await conversationOf(trx, key)
    .select(["audience", "owner_user_id", "handed_off_at"])
    .select((of) => [
      sql<boolean>`coalesce(busy_until > clock_timestamp(), false)`.as("is_busy"),
      of
        .exists(
          of
            .selectFrom("tickets")
            .select("tickets.id")
            .where("tickets.organization_id", "=", key.organizationId)
            .where("tickets.conversation_id", "=", key.conversationId)
            .where("tickets.status", "in", ["open", "in_progress"]),
        )
        .as("has_ticket"),
    ])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  const isHandedOff = row.handed_off_at !== null;
  return {
    audience: Audience.parse(row.audience),
    isHandedOff,
    ownerUserId: row.owner_user_id,
    isBusy: row.is_busy,
    // Who waited for the lock of a hand-off sees that, and not yet its ticket.
    mayHaveTicket: isHandedOff || row.has_ticket === true,
  };
}

const conversationOf = (trx: Transaction, { organizationId, conversationId }: ConversationKey) =>
  trx
    .selectFrom("conversations")
    .where("conversations.organization_id", "=", organizationId)
    .where("conversations.id", "=", conversationId);

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
export function leaseOf(db: Database, { organizationId, conversationId }: ConversationKey): Lease {
  const endOfLease = sql<Date>`clock_timestamp() + ${`${leaseMs} milliseconds`}::interval`;
  const until = (trx: Transaction, moment: typeof endOfLease | null) =>
    trx
      .updateTable("conversations")
      .set({ busy_until: moment })
      .where("organization_id", "=", organizationId)
      .where("id", "=", conversationId);
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
