import { sql } from "kysely";
import { Role, type Person } from "../../contract/common.ts";
import { forAllTenants, type Database, type Transaction, type Key } from "../database/database.ts";
import { denied, type AppError } from "../errors.ts";
import type { Events } from "../events.ts";
import { hashOfToken, newToken } from "./tokens.ts";
import type { OrganizationCreate, OrganizationMembership } from "../../contract/identity.ts";
import { dayMs } from "../../contract/limits.ts";
import type { Config } from "../config.ts";
import { insertIfNew, insertRow } from "../database/rows.ts";

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
  const id = await insertRow(trx, "organizations", { name, time_zone: timeZone ?? "UTC" });
  await addMember(trx, { organizationId: id, userId, role: "owner" });
  return { id, name, role: "owner" };
}

/** Adds a member; an existing member keeps their role. */
async function addMember(trx: Transaction, { organizationId, userId, role }: Key<"userId"> & { role: Role }) {
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

const lifetimeMs = 14 * dayMs;

/**
 * Creates an invitation; a second one for the same address replaces the first. `token` is for the link that the inviter
 * copies, `mailedToken` for the emailed one.
 */
export async function invite(
  trx: Transaction,
  { organizationId, email, role, invitedBy }: Key<"email" | "invitedBy"> & { role: Role },
) {
  const [token, mailedToken] = [newToken(), newToken()];
  const expiresAt = new Date(Date.now() + lifetimeMs);
  const row = {
    token_hash: hashOfToken(token),
    mailed_token_hash: hashOfToken(mailedToken),
    organization_id: organizationId,
    email,
    role,
    invited_by: invitedBy,
    expires_at: expiresAt,
  };
  await trx
    .insertInto("invitations")
    .values(row)
    .onConflict((oc) =>
      oc.expression(sql`organization_id, lower(email)`).doUpdateSet((eb) => ({
        ...row,
        id: eb.ref("excluded.id"),
        created_at: eb.ref("excluded.created_at"),
      })),
    )
    .execute();
  return { token, mailedToken, expiresAt };
}

/** The invitation of a link's token. Throws invitation_invalid if it has expired, or was used or revoked. */
export async function findInvitation(trx: Transaction, token: string) {
  const hash = hashOfToken(token);
  await showInvitation(trx, hash);
  const row = await trx
    .selectFrom("invitations")
    .innerJoin("organizations", "organizations.id", "invitations.organization_id")
    .leftJoin("users", "users.id", "invitations.invited_by")
    .select(["organizations.name", "invitations.email", "invitations.role", "mailed_token_hash"])
    .select(["users.email as inviter_email", "first_name", "last_name"])
    .where((eb) => eb.or([eb("token_hash", "=", hash), eb("mailed_token_hash", "=", hash)]))
    .where("expires_at", ">", new Date())
    .executeTakeFirstOrThrow(invitationInvalid);
  return {
    organizationName: row.name,
    email: row.email,
    role: Role.parse(row.role),
    // Null when the inviter's account has been deleted.
    inviter: [row.first_name, row.last_name].filter(Boolean).join(" ") || row.inviter_email,
    // The link was emailed, which proves that its holder can read the address's email.
    isMailed: row.mailed_token_hash?.equals(hash) === true,
  };
}

/**
 * Makes `user` a member, publishes that, and marks the invitation as used. Throws invitation_invalid if it has
 * expired, was used, or was for another address.
 */
export async function acceptInvitation(
  trx: Transaction,
  events: Events,
  { token, user }: { token: string; user: { id: string; email: string } },
): Promise<void> {
  const hash = hashOfToken(token);
  await showInvitation(trx, hash);
  const invited = await trx
    .deleteFrom("invitations")
    .where((eb) => eb.or([eb("token_hash", "=", hash), eb("mailed_token_hash", "=", hash)]))
    .where("expires_at", ">", new Date())
    .where(sql`lower(email)`, "=", user.email.toLowerCase())
    .returning(["organization_id", "role"])
    .executeTakeFirstOrThrow(invitationInvalid);
  const role = Role.parse(invited.role);
  await addMember(trx, { organizationId: invited.organization_id, userId: user.id, role });
  await events.publish(trx, invited.organization_id, { type: "member.updated", id: user.id });
}

export const invitationInvalid = (): AppError =>
  denied(
    "invitation_invalid",
    "This invitation has expired, was already used, or is for another email address.",
  );

/** Makes this invitation visible under row-level security until the transaction ends. */
async function showInvitation(trx: Transaction, hash: Buffer): Promise<void> {
  await sql`select set_config('app.invitation', ${hash.toString("hex")}, true)`.execute(trx);
}

export async function deleteExpiredInvitations(db: Database): Promise<void> {
  await forAllTenants(db, (trx, organizationIds) =>
    trx
      .deleteFrom("invitations")
      .where("organization_id", "in", organizationIds)
      .where("expires_at", "<", new Date())
      .execute(),
  );
}
