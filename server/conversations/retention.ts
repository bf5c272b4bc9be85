import { sql } from "kysely";
import type { Context } from "../context.ts";
import { withTenant, type Transaction } from "../database/database.ts";
import { erase, maxErasedAtOnce, type Erasure } from "./erase.ts";

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
