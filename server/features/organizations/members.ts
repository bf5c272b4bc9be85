import { sql } from "kysely";
import { Role } from "../../../contract/common.ts";
import { Member } from "../../../contract/identity.ts";
import { mayChangeMember } from "../../../contract/permissions.ts";
import { violates, withTenant, type Key, type Transaction } from "../../database/database.ts";
import { deleteRows, fromRow, lockRow, updateRows } from "../../database/rows.ts";
import { conflict, forbidden, notFound } from "../../errors.ts";
import type { Context } from "../../context.ts";
import { cursorOfMoment, microsOf, parseMoment, timeOf, toPage, type Page } from "../../paging.ts";

/** The organization's members, longest membership first. */
export async function listMembers(
  trx: Transaction,
  { organizationId, limit, cursor }: { organizationId: string; limit: number; cursor?: string | undefined },
): Promise<Page<Member>> {
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
  const rows = await trx
    .selectFrom("memberships")
    .select(["user_id", "role"])
    .where("organization_id", "=", organizationId)
    .where("user_id", "in", [actorId, userId])
    .execute();
  const roleOf = (id: string) => Role.optional().parse(rows.find((row) => row.user_id === id)?.role);
  return { actor: roleOf(actorId), member: roleOf(userId) };
}
