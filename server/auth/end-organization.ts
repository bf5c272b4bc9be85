import { sql } from "kysely";
import { withTenant, type Database, type Transaction } from "../database/database.ts";
import { deleteRows, updateRows } from "../database/rows.ts";
import type { Events } from "../events.ts";

/**
 * Deletes an organization for its members: they, its API keys, its WhatsApp numbers and its jobs end at once.
 * `deleteEndedOrganizations` deletes everything else.
 */
export async function endOrganization(
  trx: Transaction,
  events: Pick<Events, "publish">,
  organizationId: string,
): Promise<void> {
  await updateRows(trx, "organizations", { id: organizationId }, { deleted_at: new Date() });
  // Invitations first: whoever accepts one meanwhile is then among the members.
  for (const table of ["invitations", "api_keys", "whatsapp_integrations"] as const)
    await deleteRows(trx, table, { organization_id: organizationId });
  const members = trx.deleteFrom("memberships").where("organization_id", "=", organizationId);
  for (const { user_id: id } of await members.returning("user_id").execute())
    await events.publish(trx, organizationId, { type: "member.updated", id });
  await sql`delete from pgboss.job where group_id = ${organizationId}`.execute(trx);
}

/** Deletes the rows of ended organizations in small steps. What a killed process leaves, the next run deletes. */
export async function deleteEndedOrganizations(db: Database): Promise<void> {
  const ended = db.selectFrom("organizations").select("id").where("deleted_at", "is not", null);
  for (const { id } of await ended.execute()) {
    // The files of messages follow by a trigger.
    await withTenant(db, id, (trx) =>
      sql`
        insert into orphaned_files (storage_key, delete_after)
        select storage_key, now() from document_versions where organization_id = ${id}
        on conflict (storage_key) do update set delete_after = now()`.execute(trx),
    );
    for (const table of await tablesOfTenants(db)) while ((await deleteSome(db, id, table)) > 0);
    await withTenant(db, id, (trx) => trx.deleteFrom("organizations").where("id", "=", id).execute());
  }
}

interface TenantTable {
  name: string;
  /** Its rows are deleted with others. */
  isReferenced: boolean;
}

/** The tables with `organization_id`; those that others reference come last, when few rows reference theirs. */
async function tablesOfTenants(db: Database): Promise<TenantTable[]> {
  const { rows } = await sql<TenantTable>`
    select relname as name, exists (select from pg_constraint where confrelid = attrelid) as "isReferenced"
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and attname = 'organization_id'
    order by "isReferenced", name`.execute(db);
  return rows;
}

async function deleteSome(db: Database, organizationId: string, { name, isReferenced }: TenantTable) {
  return withTenant(db, organizationId, async (trx) => {
    const table = sql.table(name);
    const { numAffectedRows } = await sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where organization_id = ${organizationId} limit ${isReferenced ? 20 : 1000}
      ))`.execute(trx);
    return Number(numAffectedRows ?? 0);
  });
}
