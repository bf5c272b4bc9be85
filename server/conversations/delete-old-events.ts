import { sql } from "kysely";
import { forAllTenants, type Database } from "../database/database.ts";

/** Meta repeats a delivery for up to seven days; dead letters quote customers, so they are deleted as well. */
const eventRetentionDays = 14;
const deadLetterRetentionDays = 30;

/** Deletes old WhatsApp events, statuses and dead letters, also of numbers that are no longer connected. */
export async function deleteOldEvents(db: Database): Promise<void> {
  await forAllTenants(db, (trx, organizationIds) =>
    sql`
      with old_parts as (
        delete from whatsapp_dead_letters
        where organization_id = any(${organizationIds})
          and created_at < now() - make_interval(days => ${deadLetterRetentionDays})
      ), old_statuses as (
        delete from whatsapp_statuses
        where organization_id = any(${organizationIds})
          and received_at < now() - make_interval(days => ${eventRetentionDays})
      )
      delete from whatsapp_events event
      where organization_id = any(${organizationIds})
        and processed_at < now() - make_interval(days => ${eventRetentionDays})
        and not exists (
          select from whatsapp_dead_letters part
          where part.organization_id = event.organization_id and part.event_id = event.id
        )`.execute(trx),
  );
}
