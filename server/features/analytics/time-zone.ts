import { sql } from "kysely";
import { withTenant, type Database, type Transaction } from "../../database/database.ts";

/** Where the days of an organization begin and end. */
export async function readTimeZone(trx: Transaction, organizationId: string): Promise<string> {
  const { time_zone: timeZone } = await trx
    .selectFrom("organizations")
    .select("time_zone")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return timeZone;
}

/** Another time zone has other days: what was counted by the old ones is counted anew. */
export async function setTimeZone(db: Database, organizationId: string, timeZone: string): Promise<void> {
  await withTenant(db, organizationId, async (trx) => {
    await trx
      .updateTable("organizations")
      .set({ time_zone: timeZone })
      .where("id", "=", organizationId)
      .execute();
    for (const table of ["answer_tallies", "document_tallies", "tally_progress", "rating_tallies"] as const) {
      await trx.deleteFrom(table).where("organization_id", "=", organizationId).execute();
    }
    await sql`
      insert into rating_tallies (organization_id, day, rating, count)
      select organization_id, organization_day(organization_id, created_at), rating, count(*)
      from feedback where organization_id = ${organizationId} group by 1, 2, 3
      on conflict (organization_id, day, rating) do update set count = rating_tallies.count + excluded.count
    `.execute(trx);
  });
}

/** The calendar day of a moment in a time zone, YYYY-MM-DD. */
export function dayIn(timeZone: string, moment: Date): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(moment);
}
