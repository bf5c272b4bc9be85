import { sql } from "kysely";
import type { Transaction } from "../../database/database.ts";
import { readRow, updateRows } from "../../database/rows.ts";
import { forgetAnswers } from "./answer-counts.ts";

/** The time zone that an organization's days are counted in. */
export async function readTimeZone(trx: Transaction, organizationId: string): Promise<string> {
  return (await readRow(trx, "organizations", { id: organizationId }, ["time_zone"])).time_zone;
}

/** Sets the time zone, and counts answers and ratings again by its days. */
export async function setTimeZone(trx: Transaction, organizationId: string, timeZone: string): Promise<void> {
  await updateRows(trx, "organizations", { id: organizationId }, { time_zone: timeZone });
  await forgetAnswers(trx, organizationId);
  await sql`
      delete from counts where organization_id = ${organizationId} and counted = 'ratings_by_day'
    `.execute(trx);
  await sql`
      insert into counts as known (organization_id, counted, day, part, bucket, lane, count)
      select organization_id, 'ratings_by_day', organization_day(organization_id, created_at), '', rating, 0, count(*)
      from feedback where organization_id = ${organizationId} group by organization_id, 3, rating
      on conflict (organization_id, counted, day, part, bucket, lane) do update set count = known.count + excluded.count
    `.execute(trx);
}

/** The calendar day of a moment in a time zone. The Swedish locale formats it as YYYY-MM-DD. */
export const dayIn = (timeZone: string, moment: Date): string =>
  moment.toLocaleDateString("sv-SE", { timeZone });
