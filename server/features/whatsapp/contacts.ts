import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { equals, rowWithId, type Transaction } from "../../database/database.ts";
import { findRow, rowId, updateRows } from "../../database/rows.ts";
import { lockConversation } from "../../conversations/locks.ts";
import { conversationSearchText } from "../../conversations/open-conversation.ts";
import type { Jobs } from "../../jobs.ts";
import type { CustomerMessage } from "./read-message.ts";
import type { IntegrationKey } from "./number.ts";

type ContactKey = IntegrationKey & Pick<CustomerMessage, "waId" | "userId" | "profileName">;

const unnamed = "WhatsApp customer";

/**
 * The id of a customer's conversation, which is created if there is none. Takes a lock until commit, so that ten
 * simultaneous first messages create one conversation. Two contacts that turn out to be one customer are merged.
 */
export async function conversationOfContact(trx: Transaction, jobs: Jobs, key: ContactKey): Promise<string> {
  await lockCustomer(trx, key);
  const [first, second] = await trx
    .selectFrom("whatsapp_contacts")
    .select(["id", "conversation_id", "wa_id", "user_id", "profile_name"])
    .where(equals({ organization_id: key.organizationId, integration_id: key.integrationId }))
    .where((eb) => eb.or([eb("wa_id", "=", key.waId), eb("user_id", "=", key.userId)]))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  if (first === undefined) return beginConversation(trx, key);
  if (second !== undefined) {
    await merge(trx, key.organizationId, { from: second, into: first });
    // Handles messages that waited in the other conversation, whose own jobs no longer find it.
    const { conversation_id: conversationId } = first;
    await jobs.enqueue(trx, "whatsapp.continue", { organizationId: key.organizationId, conversationId });
  }
  const contact = {
    wa_id: key.waId ?? first.wa_id ?? second?.wa_id ?? null,
    user_id: key.userId ?? first.user_id ?? second?.user_id ?? null,
    profile_name: key.profileName ?? first.profile_name,
  };
  if (isDeepStrictEqual({ ...first, ...contact }, { ...first })) return first.conversation_id;
  await updateRows(trx, "whatsapp_contacts", rowId(key.organizationId, first.id), contact);
  const title = contact.profile_name ?? unnamed;
  // The conversation has the customer's current name.
  const named = { title, search_text: conversationSearchText(title, contact.wa_id) };
  await updateRows(trx, "conversations", rowId(key.organizationId, first.conversation_id), named);
  return first.conversation_id;
}

/** Records a customer's new telephone number, unless another contact has it already. */
export async function changeNumber(trx: Transaction, key: ContactKey, newWaId: string): Promise<void> {
  await lockCustomer(trx, { ...key, userId: null, waId: newWaId });
  const integration = { organization_id: key.organizationId, integration_id: key.integrationId };
  const other = await findRow(trx, "whatsapp_contacts", { ...integration, wa_id: newWaId }, ["id"]);
  if (other !== undefined || key.waId === null) return;
  await updateRows(trx, "whatsapp_contacts", { ...integration, wa_id: key.waId }, { wa_id: newWaId });
}

async function lockCustomer(trx: Transaction, key: ContactKey): Promise<void> {
  const names = Object.entries({ user: key.userId, wa: key.waId }).flatMap(([kind, id]) =>
    id === null ? [] : `${key.integrationId} ${kind} ${id}`,
  );
  // `unnest` keeps the order of the names, so that locks are always taken in the same order.
  await sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(
    trx,
  );
}

async function beginConversation(trx: Transaction, key: ContactKey): Promise<string> {
  const conversationId = randomUUID();
  const { organizationId, integrationId, waId, userId, profileName } = key;
  const title = profileName ?? unnamed;
  const searchText = conversationSearchText(title, waId);
  await sql`
    with conversation as (
      insert into conversations (id, organization_id, audience, channel, title, search_text)
      values (${conversationId}, ${organizationId}, 'external', 'whatsapp', ${title}, ${searchText})
    )
    insert into whatsapp_contacts (organization_id, integration_id, conversation_id, wa_id, user_id, profile_name)
    values (${organizationId}, ${integrationId}, ${conversationId}, ${waId}, ${userId}, ${profileName})`.execute(
    trx,
  );
  return conversationId;
}

/** Moves everything of one conversation into the other; messages keep their order of arrival. */
async function merge(
  trx: Transaction,
  organizationId: string,
  { from, into }: Record<"from" | "into", { id: string; conversation_id: string }>,
): Promise<void> {
  // Locks both, because anything written meanwhile would be deleted with the conversation.
  for (const conversationId of [from.conversation_id, into.conversation_id].toSorted())
    await lockConversation(trx, { organizationId, conversationId }, { keepsMessagesOut: true });
  await trx.deleteFrom("whatsapp_contacts").where(rowWithId(organizationId, from.id)).execute();
  const inFrom = { organization_id: organizationId, conversation_id: from.conversation_id };
  for (const table of ["messages", "whatsapp_messages", "outbox", "feedback", "tickets"] as const)
    await updateRows(trx, table, inFrom, { conversation_id: into.conversation_id });
  await sql`
    update conversations kept set
      has_messages = kept.has_messages or gone.has_messages,
      last_message_at = greatest(kept.last_message_at, gone.last_message_at),
      last_customer_message_at = greatest(kept.last_customer_message_at, gone.last_customer_message_at),
      owner_user_id = coalesce(kept.owner_user_id, gone.owner_user_id),
      taken_over_at = coalesce(kept.taken_over_at, gone.taken_over_at),
      person_requested_at = coalesce(kept.person_requested_at, gone.person_requested_at),
      answers_since_rating = kept.answers_since_rating + gone.answers_since_rating,
      rating_asked_at = greatest(kept.rating_asked_at, gone.rating_asked_at),
      handed_off_at = coalesce(kept.handed_off_at, gone.handed_off_at)
    from conversations gone
    where kept.organization_id = ${organizationId} and kept.id = ${into.conversation_id}
      and gone.organization_id = ${organizationId} and gone.id = ${from.conversation_id}`.execute(trx);
  await trx.deleteFrom("conversations").where(rowWithId(organizationId, from.conversation_id)).execute();
}
