import { LRUCache } from "lru-cache";
import { sql } from "kysely";
import { equals, withTenant, type Database, type Key } from "../database/database.ts";
import { insertIfNew } from "../database/rows.ts";

/** Days are kept this long; the dashboard needs 60. */
const retentionDays = 90;
const maxRemembered = 20_000;

/**
 * Records that a member used an organization today. A cache keeps this to one write per member, organization, day and
 * process.
 */
export function createMemberDays(db: Database) {
  const written = new LRUCache<string, true>({ max: maxRemembered });
  return async ({ organizationId, userId }: Key<"userId">): Promise<void> => {
    const day = new Date().toISOString().slice(0, 10);
    const key = `${organizationId} ${userId} ${day}`;
    if (written.has(key)) return;
    await withTenant(db, organizationId, async (trx) => {
      await insertIfNew(trx, "member_days", { organization_id: organizationId, user_id: userId, day });
      await trx
        .deleteFrom("member_days")
        .where(equals({ organization_id: organizationId, user_id: userId }))
        .where("day", "<", sql<string>`${day}::date - ${retentionDays}::int`)
        .execute();
    });
    written.set(key, true);
  };
}
