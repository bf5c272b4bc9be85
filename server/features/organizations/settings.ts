import { sql } from "kysely";
import type { Session } from "../../auth/sessions.ts";
import type { Context } from "../../context.ts";
import type { Key, Transaction } from "../../database/database.ts";
import { updateRows } from "../../database/rows.ts";
import { conflict } from "../../errors.ts";

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

/** Sets whether every member needs a second factor. The caller must have one to require it. */
export async function requireSecondFactor(
  trx: Transaction,
  { events }: Pick<Context, "events">,
  { organizationId, session, isRequired }: { organizationId: string; session: Session; isRequired: boolean },
): Promise<void> {
  if (isRequired && !session.isStrong) {
    throw conflict(
      "no_second_factor",
      "Set up two-step verification for yourself first, under Settings, Profile.",
    );
  }
  await updateRows(trx, "organizations", { id: organizationId }, { requires_second_factor: isRequired });
  await events.publish(trx, organizationId, { type: "organization.updated", id: organizationId });
}

/** Renames the organization; open pages of its members show the new name at once. */
export async function renameOrganization(
  trx: Transaction,
  { events }: Pick<Context, "events">,
  { organizationId, name }: Key<"name">,
): Promise<void> {
  await updateRows(trx, "organizations", { id: organizationId }, { name });
  await events.publish(trx, organizationId, { type: "organization.updated", id: organizationId });
}
