import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Person, Role } from "../../contract/common.ts";
import type { OrganizationCreate, OrganizationMembership } from "../../contract/identity.ts";
import type { Database, Key, Transaction } from "../database/database.ts";
import type { Config } from "../config.ts";
import { insertIfNew } from "../database/rows.ts";
import { denied } from "../errors.ts";

/** Null for a former member. */
export function toPerson(
  id: string | null,
  row: { first_name: string | null; last_name: string | null; email: string | null },
): Person | null {
  if (id === null || row.email === null) return null;
  return { id, firstName: row.first_name, lastName: row.last_name, email: row.email };
}

/** Creates an organization that `userId` owns. */
export async function createOrganization(
  trx: Transaction,
  { name, timeZone, userId }: OrganizationCreate & { userId: string },
): Promise<OrganizationMembership> {
  const id = randomUUID();
  await trx
    .insertInto("organizations")
    .values({ id, name, time_zone: timeZone ?? "UTC" })
    .execute();
  await addMember(trx, { organizationId: id, userId, role: "owner" });
  return { id, name, role: "owner" };
}

/** Adds a member; an existing member keeps their role. */
export async function addMember(
  trx: Transaction,
  { organizationId, userId, role }: Key<"userId"> & { role: Role },
): Promise<void> {
  await sql`select set_config('app.organization_id', ${organizationId}, true)`.execute(trx);
  await insertIfNew(trx, "memberships", { organization_id: organizationId, user_id: userId, role });
}

export async function organizationsOf(trx: Transaction, userId: string): Promise<string[]> {
  // The row-level security policy on memberships shows users their own rows.
  await sql`select set_config('app.user_id', ${userId}, true)`.execute(trx);
  const rows = await trx
    .selectFrom("memberships")
    .select("organization_id")
    .where("user_id", "=", userId)
    .execute();
  return rows.map((row) => row.organization_id);
}

/** Even when only the operator creates organizations, the first one of an empty installation is allowed. */
export async function mayCreateOrganizations(config: Pick<Config, "newOrganizations">, db: Database) {
  if (config.newOrganizations === "open") return true;
  return (await db.selectFrom("organizations").select("id").limit(1).executeTakeFirst()) === undefined;
}

export const organizationsClosed = () =>
  denied(
    "organizations_closed",
    "Only your administrator can create organizations. Ask them, or ask a colleague to invite you.",
  );
