import { sql } from "kysely";
import type { Document } from "../../../contract/documents.ts";
import type { Transaction } from "../../database/database.ts";

/** A worker takes a job within seconds. When a job waits longer and none is running, no worker is alive. */
const stalledAfterSeconds = 20;

/** Adds to waiting documents how many come before them, and whether reading has stalled. */
export async function addWaiting(
  trx: Transaction,
  organizationId: string,
  documents: Document[],
): Promise<Document[]> {
  if (!documents.some(({ status }) => status === "processing")) return documents;
  const { rows } = await sql<{ id: string; before: number; isStalled: boolean }>`
    with line as (
      select group_id, data, start_after, row_number() over (order by priority desc, created_on) - 1 as before
      from pgboss.job where name = 'document.process' and state < 'active' and start_after <= now()
    )
    select data ->> 'documentId' as id, before::integer,
      start_after < now() - ${stalledAfterSeconds} * interval '1 second' and not exists (
        select from pgboss.job where name = 'document.process' and state = 'active'
      ) as "isStalled"
    from line where group_id = ${organizationId}
  `.execute(trx);
  const waiting = new Map(rows.map(({ id, before, isStalled }) => [id, { before, isStalled }]));
  return documents.map((document) => {
    const found = document.status === "processing" ? waiting.get(document.id) : undefined;
    const isWorthSaying = found !== undefined && (found.before > 0 || found.isStalled);
    return isWorthSaying ? { ...document, waiting: found } : document;
  });
}
