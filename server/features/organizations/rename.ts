import type { Context } from "../../context.ts";
import { withTenant } from "../../database/database.ts";

/** Renames the organization; open pages of its members show the new name at once. */
export async function renameOrganization(
  { db, events }: Pick<Context, "db" | "events">,
  { organizationId, name }: { organizationId: string; name: string },
): Promise<void> {
  await withTenant(db, organizationId, async (trx) => {
    await trx.updateTable("organizations").set({ name }).where("id", "=", organizationId).execute();
    await events.publish(trx, organizationId, { type: "organization.updated", id: organizationId });
  });
}
