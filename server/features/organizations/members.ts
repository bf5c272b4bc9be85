import { sql } from "kysely";
import { Role, type Paging } from "../../../contract/common.ts";
import {
  Member,
  PendingInvitation,
  type Invitation,
  type InvitationCreate,
  type User,
} from "../../../contract/identity.ts";
import { mayChangeMember } from "../../../contract/permissions.ts";
import { violates, withTenant, type Key, type Transaction } from "../../database/database.ts";
import { deleteRows, findRows, fromRow, lockRow, updateRows, rowId } from "../../database/rows.ts";
import { conflict, forbidden, notFound } from "../../errors.ts";
import type { Context } from "../../context.ts";
import { cursorOfMoment, microsOf, parseMoment, timeOf, toPage } from "../../paging.ts";
import type { Tenant } from "../../auth/access.ts";
import { acceptInvitation, findInvitation, invite } from "../../auth/invitations.ts";
import { changeAccount, type Session } from "../../auth/sessions.ts";
import { emailUnverified, markVerified } from "../../auth/accounts.ts";

/** The organization's members, longest membership first. */
export async function listMembers(trx: Transaction, { organizationId, limit, cursor }: Tenant & Paging) {
  const after = parseMoment(cursor);
  let query = trx
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select(["users.id", "users.email", "users.first_name", "users.last_name"])
    .select(["users.profile_image_url", "memberships.role"])
    .select(microsOf("memberships.created_at").as("micros"))
    .where("memberships.organization_id", "=", organizationId)
    .orderBy("memberships.created_at")
    .orderBy("memberships.user_id")
    .limit(limit + 1);
  if (after !== null) {
    query = query.where(
      sql<boolean>`(memberships.created_at, memberships.user_id) > (${timeOf(after)}, ${after.id}::uuid)`,
    );
  }
  const rows = await query.execute();
  return toPage(rows, limit, cursorOfMoment, (row) => fromRow(Member, row));
}

/** `actorId` acts on the membership of `userId`. */
type RoleAction = Key<"actorId" | "userId">;

/**
 * Changes a member's role. Only owners promote or demote owners, and the last owner stays. Null ends the membership,
 * also the caller's own: the person's messages stay; their event streams end at once.
 */
export async function setRole(
  { db, events }: Pick<Context, "db" | "events">,
  { organizationId, actorId, userId }: RoleAction,
  newRole: Role | null,
): Promise<void> {
  await withTenant(db, organizationId, async (trx) => {
    const { actor, member } = await lockRoles(trx, { organizationId, actorId, userId });
    if (member === undefined) throw notFound("member");
    const isLeaving = actorId === userId && newRole === null;
    if (!isLeaving && (actor === undefined || !mayChangeMember(actor, member, newRole))) {
      throw forbidden("Only an owner can do this.");
    }
    const membership = { organization_id: organizationId, user_id: userId };
    if (newRole === null) await deleteRows(trx, "memberships", membership);
    else await updateRows(trx, "memberships", membership, { role: newRole });
    await events.publish(trx, organizationId, { type: "member.updated", id: userId });
  }).catch((error: unknown) => {
    throw violates(error, "memberships_keep_an_owner")
      ? conflict("last_owner", "An organization needs at least one owner. Make someone else an owner first.")
      : error;
  });
}

async function lockRoles(trx: Transaction, { organizationId, actorId, userId }: RoleAction) {
  // Takes the lock that protects the last owner first, so that two changes can't deadlock.
  await lockRow(trx, "organizations", { id: organizationId }, ["id"]);
  const both = { organization_id: organizationId, user_id: [actorId, userId] };
  const rows = await findRows(trx, "memberships", both, ["user_id", "role"]);
  const roleOf = (id: string) => Role.optional().parse(rows.find((row) => row.user_id === id)?.role);
  return { actor: roleOf(actorId), member: roleOf(userId) };
}

/** Creates an invitation, emails its link if it can, and returns a link that is shown only once. */
export async function sendInvitation(
  trx: Transaction,
  { config, mail }: Pick<Context, "config" | "mail">,
  { organizationId, inviter }: { organizationId: string; inviter: User },
  { email, role }: InvitationCreate,
): Promise<Invitation> {
  const opened = await invite(trx, { organizationId, email, role, invitedBy: inviter.id });
  const organizationName = inviter.organizations.find(({ id }) => id === organizationId)?.name ?? "";
  const linkOf = (token: string): string => `${config.publicUrl}/sign-up?invitation=${token}`;
  const message = {
    to: email,
    subject: `Join ${organizationName} on Sizana`,
    text: [
      `${inviter.email} has invited you to join ${organizationName} on Sizana.`,
      `Open this link to join:\n${linkOf(opened.mailedToken)}`,
      "The link works once, for this email address only, and expires in 14 days. If you weren't expecting an invitation, ignore this email.",
    ].join("\n\n"),
  };
  const isMailed = await mail.sendWithinLimits(trx, organizationId, message);
  const { token, expiresAt } = opened;
  return { email, role, link: linkOf(token), expiresAt: expiresAt.toISOString(), isMailed };
}

/** Accepts an invitation. Throws email_unverified if mail is set up and the invitation does not prove the address. */
export async function join(
  { db, events, mail }: Pick<Context, "db" | "events" | "mail">,
  session: Session,
  token: string,
): Promise<void> {
  await changeAccount(db, session, async (trx, user) => {
    const { isMailed, email } = await findInvitation(trx, token);
    await acceptInvitation(trx, events, { token, user });
    if (!mail.isSetUp || session.isEmailVerified) return;
    if (!isMailed || email.toLowerCase() !== user.email.toLowerCase()) throw emailUnverified();
    await markVerified(trx, user.id);
  });
}

/** Invitations that no one has accepted yet, newest first; at most 200. */
export async function listInvitations(trx: Transaction, { organizationId }: Tenant) {
  const rows = await trx
    .selectFrom("invitations")
    .select(["id", "email", "role", "created_at", "expires_at"])
    .where("organization_id", "=", organizationId)
    .where("expires_at", ">", new Date())
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(200)
    .execute();
  return rows.map((row) => fromRow(PendingInvitation, row));
}

/** Revokes an invitation, so that its link stops working. */
export async function revokeInvitation(
  trx: Transaction,
  { organizationId, invitationId: id }: Key<"invitationId">,
) {
  if (!(await deleteRows(trx, "invitations", rowId(organizationId, id)))) throw notFound("invitation");
}
