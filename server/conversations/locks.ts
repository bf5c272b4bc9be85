import { sql, type Selectable } from "kysely";
import { Audience } from "../../contract/common.ts";
import { equals, rowWithId, withTenant, type Database, type Transaction } from "../database/database.ts";
import type { DB } from "../database/schema.ts";
import type { ConversationKey } from "./messages.ts";

export type LockedConversation = Selectable<DB["conversations"]>;

/**
 * Locks a conversation until `trx` ends, so that no one else answers or sends in it, takes it over or hands it off.
 * Null if it doesn't exist. To avoid deadlocks, a conversation is always locked before its ticket.
 *
 * New messages can still be saved, because they only reference the conversation. A hand-off copies the messages, so
 * it also keeps new ones out.
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

/** Who handles a conversation. Read while it is locked. */
export type ConversationStatus = NonNullable<Awaited<ReturnType<typeof lockAndReadStatus>>>;

/** Locks a conversation for a turn of the assistant, and reads who handles it. */
export async function lockAndReadStatus(trx: Transaction, key: ConversationKey) {
  const row = await conversationOf(trx, key)
    .select(["audience", "owner_user_id", "handed_off_at"])
    .select((eb) => [
      sql<boolean>`coalesce(busy_until > clock_timestamp(), false)`.as("is_busy"),
      eb
        .exists(
          eb
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
    /** The assistant is silent, because the conversation waits for a person or has one. */
    isHandedOff,
    /** The person who has taken the conversation over in the inbox. */
    ownerUserId: row.owner_user_id,
    /** Another turn holds its lease. */
    isBusy: row.is_busy,
    /** False: it certainly has no unresolved ticket, so messages need not be copied into one. */
    // If this statement had to wait for a hand-off to commit, it sees the hand-off but not its new ticket.
    mayHaveTicket: isHandedOff || row.has_ticket === true,
  };
}

const conversationOf = (trx: Transaction, { organizationId, conversationId }: ConversationKey) =>
  trx
    .selectFrom("conversations")
    .where(equals({ "conversations.organization_id": organizationId, "conversations.id": conversationId }));

/** Keeps others from answering in a conversation while no transaction has it locked. */
export type Lease = ReturnType<typeof leaseOf>;

/** How long a lease lasts after its process dies. A living process renews it. */
const leaseMs = 15_000;
const renewalMs = 5_000;

/** A lease, not taken yet. If it was not renewed in time, someone else may hold it, so it is neither renewed nor ended. */
export function leaseOf(db: Database, { organizationId, conversationId }: ConversationKey) {
  const endOfLease = sql<Date>`clock_timestamp() + ${`${leaseMs} milliseconds`}::interval`;
  const until = (trx: Transaction, moment: typeof endOfLease | null) =>
    trx
      .updateTable("conversations")
      .set({ busy_until: moment })
      .where(rowWithId(organizationId, conversationId))
      .returning(sql<string>`busy_until::text`.as("written"));
  /** The time that this lease wrote last, to the microsecond. */
  let written: string | null = null;
  const isStillOurs = () => sql<boolean>`busy_until = ${written}::timestamptz`;
  const renew = async (): Promise<void> => {
    const renewed = await withTenant(db, organizationId, (trx) =>
      until(trx, endOfLease).where(isStillOurs()).executeTakeFirst(),
    );
    written = renewed?.written ?? written;
  };
  let isHeld = false;
  const end = async (trx: Transaction): Promise<void> => {
    await until(trx, null).where(isStillOurs()).execute();
  };
  return {
    isHeld: () => isHeld,
    async take(trx: Transaction): Promise<void> {
      written = (await until(trx, endOfLease).executeTakeFirst())?.written ?? null;
      isHeld = true;
    },
    /** Keeps the lease for as long as `wait` takes. */
    async renewDuring<T>(wait: () => Promise<T>): Promise<T> {
      let renewals = Promise.resolve();
      const renewal = setInterval(() => {
        renewals = renewals.then(renew).catch(() => undefined);
      }, renewalMs);
      try {
        return await wait();
      } finally {
        clearInterval(renewal);
        await renewals;
      }
    },
    end,
    release: () => withTenant(db, organizationId, end),
  };
}
