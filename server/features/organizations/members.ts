import { Role } from "../../../contract/common.ts";
import type { Member } from "../../../contract/identity.ts";
import { withTenant, type Database } from "../../database/database.ts";

/** Everyone in the organization, first comers first; at most 1000. */
export async function listMembers(
  db: Database,
  { organizationId }: { organizationId: string },
): Promise<Member[]> {
  const rows = await withTenant(db, organizationId, (trx) =>
    trx
      .selectFrom("memberships")
      .innerJoin("users", "users.id", "memberships.user_id")
      .select(["users.id", "users.email", "users.first_name", "users.last_name", "memberships.role"])
      .where("memberships.organization_id", "=", organizationId)
      .orderBy("memberships.created_at")
      .orderBy("users.id")
      .limit(1000)
      .execute(),
  );
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: Role.parse(row.role),
  }));
}
