import { Role } from "../../../contract/common.ts";
import type { Invitation, InvitationCreate, PendingInvitation } from "../../../contract/identity.ts";
import { invite } from "../../auth/invitations.ts";
import type { Context } from "../../context.ts";
import type { Database } from "../../database/database.ts";
import { notFound } from "../../errors.ts";

type Tools = Pick<Context, "db" | "config" | "mail">;

/** Opens an invitation, mails its link where mail is set up, and returns the link once. */
export async function sendInvitation(
  { db, config, mail }: Tools,
  {
    organizationId,
    organizationName,
    inviter,
    email,
    role,
  }: InvitationCreate & {
    organizationId: string;
    organizationName: string;
    inviter: string;
  },
): Promise<Invitation> {
  const { token, expiresAt } = await invite(db, { organizationId, email, role });
  const link = `${config.publicUrl}/sign-up?invitation=${token}`;
  const letter = {
    to: email,
    subject: `Join ${organizationName} on Sizana`,
    text: [
      `${inviter} has invited you to join ${organizationName} on Sizana.`,
      `Open this link to join:\n${link}`,
      "It works once, for fourteen days, and for this e-mail address only. If you expected no invitation, leave it unopened.",
    ].join("\n\n"),
  };
  await db.transaction().execute((trx) => mail.send(trx, organizationId, letter));
  return { email, role, link, expiresAt: expiresAt.toISOString(), isMailed: mail.isSetUp };
}

/** Invitations that nobody has accepted yet, newest first; at most 200. */
export async function listInvitations(
  db: Database,
  { organizationId }: { organizationId: string },
): Promise<PendingInvitation[]> {
  const rows = await db
    .selectFrom("invitations")
    .select(["id", "email", "role", "created_at", "expires_at"])
    .where("organization_id", "=", organizationId)
    .where("expires_at", ">", new Date())
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(200)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: Role.parse(row.role),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }));
}

/** Takes an invitation back: its link opens nothing any more. */
export async function revokeInvitation(
  db: Database,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<void> {
  const revoked = await db
    .deleteFrom("invitations")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  if (revoked === undefined) throw notFound("invitation");
}
