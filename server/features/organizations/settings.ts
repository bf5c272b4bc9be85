import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { Transaction } from "../../database/database.ts";
import { updateRows } from "../../database/rows.ts";

/** Whether the organization requires a second factor, and how many members have none. */
export async function readSecurity(trx: Transaction, organizationId: string) {
  const membersWithout = sql<number>`(
    select count(*)::integer from memberships member
    where member.organization_id = ${organizationId}
      and not exists (select from totp_secrets where user_id = member.user_id and confirmed_at is not null)
      and not exists (select from passkeys where user_id = member.user_id)
      and not exists (select from identities where user_id = member.user_id)
  )`;
  return trx
    .selectFrom("organizations")
    .select(["requires_second_factor as requireSecondFactor", membersWithout.as("membersWithout")])
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
}

/** Changes the organization; open pages of its members show the change at once. */
export async function changeOrganization(
  trx: Transaction,
  { events }: Pick<Context, "events">,
  organizationId: string,
  change: { name: string } | { requires_second_factor: boolean },
): Promise<void> {
  await updateRows(trx, "organizations", { id: organizationId }, change);
  await events.publish(trx, organizationId, { type: "organization.updated", id: organizationId });
}
