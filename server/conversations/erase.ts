import { sql, type RawBuilder } from "kysely";
import type { Context } from "../context.ts";
import { withTenant, type Database, type Transaction } from "../database/database.ts";
import type { EraseJob } from "../../contract/jobs.ts";
import { dayMs } from "../../contract/limits.ts";
import type { JobHandler } from "../jobs.ts";

/** Conversations and tickets of one organization that are erased together. */
export type Erasure = Extract<EraseJob, { ticketIds: string[] }>;

/** The most conversations, and tickets, that are erased in one transaction. */
export const maxErasedAtOnce = 100;

/**
 * Deletes conversations and tickets with everything that belongs to them: messages and their files, contacts, ratings,
 * drafts, emails that were not sent; and the tickets of these conversations. Counts of answers stay. Returns what was
 * deleted.
 */
export async function erase(trx: Transaction, { organizationId, ...ids }: Erasure): Promise<Erasure> {
  const { conversationIds } = ids;
  const conversationsOf = (tickets: string[]) => sql`select t.conversation_id from tickets t
    where t.organization_id = ${organizationId} and t.id = any(${tickets})`;
  // Conversations are locked before tickets.
  await sql`
    select from conversations
    where organization_id = ${organizationId}
      and (id = any(${conversationIds}) or id in (${conversationsOf(ids.ticketIds)}))
    order by id for update`.execute(trx);
  // Also those of hand-offs that this had to wait for.
  const opened = await ticketsOf(trx, organizationId, conversationIds);
  const ticketIds = [...new Set([...ids.ticketIds, ...opened])];
  const theirs = conversationsOf(ticketIds);
  // As if the ticket were closed: the assistant answers again, unless another ticket is open.
  await sql`
    update conversations c set handed_off_at = null
    where c.organization_id = ${organizationId} and c.id in (${theirs} and t.status in ('open', 'in_progress'))
      and not exists (
        select from tickets t
        where t.organization_id = c.organization_id and t.conversation_id = c.id and t.id <> all(${ticketIds})
          and t.status in ('open', 'in_progress')
      )`.execute(trx);
  await sql`
    with unsent as (
      delete from pgboss.job
      where name = 'mail.send' and group_id = ${organizationId} and data->>'ticketMessageId' in (
        select m.id::text from ticket_messages m
        where m.organization_id = ${organizationId} and m.ticket_id = any(${ticketIds})
      )
    )
    delete from tickets where organization_id = ${organizationId} and id = any(${ticketIds})`.execute(trx);
  // In a later statement than their tickets, so that it sees the ratings that the former had to wait for.
  await sql`
    with ratings as (
      delete from feedback
      where organization_id = ${organizationId} and (
        conversation_id = any(${conversationIds})
        or occasion in (select 'ticket ' || id from unnest(${ticketIds}::uuid[]) id)
      )
    ), statuses as (
      delete from whatsapp_statuses s using outbox o
      where o.organization_id = ${organizationId} and o.conversation_id = any(${conversationIds})
        and s.organization_id = ${organizationId} and s.wamid = o.channel_message_id
    ), unread as (
      delete from whatsapp_dead_letters d using whatsapp_contacts k
      where k.organization_id = ${organizationId} and k.conversation_id = any(${conversationIds})
        and d.organization_id = ${organizationId} and (
          position(convert_to(k.wa_id, 'UTF8') in d.part) > 0 or position(convert_to(k.user_id, 'UTF8') in d.part) > 0
        )
    )
    delete from conversations where organization_id = ${organizationId} and id = any(${conversationIds})`.execute(
    trx,
  );
  return { organizationId, conversationIds, ticketIds };
}

/** The tickets that were opened from these conversations. Those from a member's own chat are the team's, and left out. */
export async function ticketsOf(trx: Transaction, organizationId: string, conversationIds: string[]) {
  const { rows } = await sql<{ id: string }>`
    select t.id from tickets t join conversations c on c.organization_id = t.organization_id and c.id = t.conversation_id
    where t.organization_id = ${organizationId} and c.id = any(${conversationIds}) and c.channel <> 'chat'`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

const weekMs = 7 * dayMs;

/** Removes a deleted document from the sources of answers and drafts, which quote it. Their own text stays. */
async function removeQuotes(db: Database, job: Exclude<EraseJob, Erasure>): Promise<void> {
  const { organizationId, documentId, since } = job;
  const quoted = JSON.stringify([{ documentId }]);
  const othersOf = (sources: RawBuilder<unknown>) => sql`(
    select coalesce(jsonb_agg(source order by place), '[]')
    from jsonb_array_elements(${sources}) with ordinality as cited (source, place)
    where source->>'documentId' <> ${documentId}
  )`;
  // Week by week, so that no statement takes long.
  for (let from = Date.parse(since); from < Date.now(); from += weekMs)
    await withTenant(db, organizationId, async (trx) => {
      const range = sql`organization_id = ${organizationId}
        and created_at >= ${new Date(from)} and created_at < ${new Date(from + weekMs)}`;
      await sql`
        update messages set metadata = jsonb_set(metadata, '{sources}', ${othersOf(sql`metadata->'sources'`)})
        where ${range} and role = 'assistant' and metadata->'sources' @> ${quoted}::jsonb`.execute(trx);
      await sql`
        update ticket_drafts set sources = ${othersOf(sql`sources`)}
        where ${range} and sources @> ${quoted}::jsonb`.execute(trx);
    });
}

/** Erases what one transaction of a request could not hold. */
export function eraseJob({ db, events }: Pick<Context, "db" | "events">): JobHandler<"erase"> {
  const run = async (job: EraseJob): Promise<void> => {
    if ("documentId" in job) return removeQuotes(db, job);
    await withTenant(db, job.organizationId, async (trx) => {
      await erase(trx, job);
      await events.publish(trx, job.organizationId, { type: "resync" });
    });
  };
  return { run, exhausted: run };
}

/** Further batches of an organization wait for the next run. */
const maxBatches = 20;

/**
 * Deletes the conversations and closed tickets without activity for as long as their organization has set, and the ratings
 * of neither. Conversations that wait for a person, and open tickets with their conversation, stay.
 */
export async function deleteInactive({ db, log }: Pick<Context, "db" | "log">): Promise<void> {
  const organizations = await db
    .selectFrom("organizations")
    .select(["id", "retention_months"])
    .where("retention_months", "is not", null)
    .execute();
  for (const { id: organizationId, retention_months: months } of organizations) {
    await withTenant(db, organizationId, (trx) => deleteOldRatings(trx, organizationId, months ?? 0));
    for (let batch = 0; batch < maxBatches; batch += 1) {
      const { conversationIds, ticketIds } = await withTenant(db, organizationId, async (trx) =>
        erase(trx, await findInactive(trx, organizationId, months ?? 0)),
      );
      if (conversationIds.length + ticketIds.length === 0) break;
      log.info({ organizationId, conversationIds, ticketIds }, "inactive conversations were erased");
    }
  }
}

const before = (months: number) => sql`now() - make_interval(months => ${months}::int)`;

/** Ratings that are deleted with no conversation and no ticket: of links in emails, and from the webhook. */
async function deleteOldRatings(trx: Transaction, organizationId: string, months: number): Promise<void> {
  await sql`
    delete from feedback where organization_id = ${organizationId} and id in (
      select id from feedback
      where organization_id = ${organizationId} and conversation_id is null and occasion not like 'ticket %'
        and updated_at < ${before(months)}
      limit ${maxErasedAtOnce * maxBatches} for update skip locked
    )`.execute(trx);
}

async function findInactive(trx: Transaction, organizationId: string, months: number): Promise<Erasure> {
  const since = before(months);
  const isDone = sql`t.status in ('resolved', 'closed') and t.updated_at < ${since}`;
  const { rows: conversations } = await sql<{ id: string }>`
    select c.id from conversations c
    where c.organization_id = ${organizationId} and c.created_at < ${since} and c.last_message_at < ${since}
      and (c.person_requested_at is null or c.owner_user_id is not null)
      and not exists (
        select from messages m
        where m.organization_id = c.organization_id and m.conversation_id = c.id and m.created_at >= ${since}
      ) and not exists (
        select from tickets t
        where t.organization_id = c.organization_id and t.conversation_id = c.id and not (${isDone})
      )
    limit ${maxErasedAtOnce} for update of c skip locked`.execute(trx);
  const { rows: tickets } = await sql<{ id: string }>`
    select t.id from tickets t
    where t.organization_id = ${organizationId} and ${isDone}
    limit ${maxErasedAtOnce}`.execute(trx);
  const [conversationIds, ticketIds] = [conversations.map(({ id }) => id), tickets.map(({ id }) => id)];
  return { organizationId, conversationIds, ticketIds };
}
