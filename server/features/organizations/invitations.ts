import {
  PendingInvitation,
  type Invitation,
  type InvitationCreate,
  type User,
} from "../../../contract/identity.ts";
import { acceptInvitation, findInvitation, invite } from "../../auth/invitations.ts";
import { changeAccount, type Session } from "../../auth/sessions.ts";
import { emailUnverified, markVerified } from "../../auth/verified-email.ts";
import type { Context } from "../../context.ts";
import { type Transaction, type Key } from "../../database/database.ts";
import { deleteRows, fromRow, rowId } from "../../database/rows.ts";
import { notFound } from "../../errors.ts";

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
  const expiresAt = opened.expiresAt.toISOString();
  return { email, role, link: linkOf(opened.token), expiresAt, isMailed };
}

/** Accepts an invitation. Throws email_unverified if mail is set up and the invitation does not prove the address. */
export async function join(
  { db, events, mail }: Pick<Context, "db" | "events" | "mail">,
  session: Session,
  token: string,
): Promise<void> {
  await changeAccount(db, session, async (trx) => {
    const { user, isEmailVerified } = session;
    const { isMailed, email } = await findInvitation(trx, token);
    await acceptInvitation(trx, events, { token, user });
    if (!mail.isSetUp || isEmailVerified) return;
    if (!isMailed || email.toLowerCase() !== user.email.toLowerCase()) throw emailUnverified();
    await markVerified(trx, user.id);
  });
}

/** Invitations that no one has accepted yet, newest first; at most 200. */
export async function listInvitations(trx: Transaction, { organizationId }: { organizationId: string }) {
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
  { organizationId, invitationId }: Key<"invitationId">,
): Promise<void> {
  if (!(await deleteRows(trx, "invitations", rowId(organizationId, invitationId))))
    throw notFound("invitation");
}
