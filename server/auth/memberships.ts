import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Role } from "../../contract/common.ts";
import type { OrganizationMembership } from "../../contract/identity.ts";
import type { Transaction } from "../database/database.ts";

/** Makes an organization that `userId` owns. */
export async function createOrganization(
  trx: Transaction,
  { name, userId }: { name: string; userId: string },
): Promise<OrganizationMembership> {
  const id = randomUUID();
  await trx.insertInto("organizations").values({ id, name }).execute();
  await addMember(trx, { organizationId: id, userId, role: "owner" });
  return { id, name, role: "owner" };
}

/** Adds a member; one who is there already keeps their role. */
export async function addMember(
  trx: Transaction,
  member: { organizationId: string; userId: string; role: Role },
): Promise<void> {
  await sql`select set_config('app.organization_id', ${member.organizationId}, true)`.execute(trx);
  await trx
    .insertInto("memberships")
    .values({ organization_id: member.organizationId, user_id: member.userId, role: member.role })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
