import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { Role } from "../../contract/common.ts";
import { withTenant, type Database, type Transaction } from "../database/database.ts";
import { AppError } from "../errors.ts";
import type { Events } from "../events.ts";
import { addMember } from "./memberships.ts";

const lifetimeMs = 14 * 86_400_000;
const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

export interface Invited {
  organizationId: string;
  email: string;
  role: Role;
}

/** Opens an invitation and returns the token for its link; a second one for the same address replaces the first. */
export async function invite(db: Database, invited: Invited): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(24).toString("base64url");
  const expiresAt = new Date(Date.now() + lifetimeMs);
  const { organizationId, email, role } = invited;
  await withTenant(db, organizationId, async (trx) => {
    await trx
      .deleteFrom("invitations")
      .where("organization_id", "=", organizationId)
      .where(sql`lower(email)`, "=", email.toLowerCase())
      .execute();
    const row = {
      token_hash: hashOf(token),
      organization_id: organizationId,
      email,
      role,
      expires_at: expiresAt,
    };
    await trx.insertInto("invitations").values(row).execute();
  });
  return { token, expiresAt };
}

/**
 * Makes `user` the member they were invited as, tells their colleagues and uses the invitation up. Throws
 * invitation_invalid for one that has expired, was used, or was for another address.
 */
export async function acceptInvitation(
  trx: Transaction,
  events: Events,
  { token, user }: { token: string; user: { id: string; email: string } },
): Promise<void> {
  const invited = await trx
    .deleteFrom("invitations")
    .where("token_hash", "=", hashOf(token))
    .where("expires_at", ">", new Date())
    .where(sql`lower(email)`, "=", user.email.toLowerCase())
    .returning(["organization_id", "role"])
    .executeTakeFirst();
  if (invited === undefined) {
    throw new AppError(
      403,
      "invitation_invalid",
      "This invitation has expired, was used, or is for another address.",
    );
  }
  const role = Role.parse(invited.role);
  await addMember(trx, { organizationId: invited.organization_id, userId: user.id, role });
  await events.publish(trx, invited.organization_id, { type: "member.updated", id: user.id });
}

export async function deleteExpiredInvitations(db: Database): Promise<void> {
  await db.deleteFrom("invitations").where("expires_at", "<", new Date()).execute();
}
