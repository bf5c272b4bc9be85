import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { OrganizationMembership, type User } from "../../contract/identity.ts";
import type { Database, Transaction } from "../database/database.ts";

const dayMs = 86_400_000;
/** A session ends this long after its last use. */
export const sessionLifetimeMs = 30 * dayMs;

export interface Session {
  tokenHash: Buffer;
  user: User;
  expiresAt: Date;
}

interface SessionRow {
  user_id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  profile_image_url: string | null;
  date_of_birth: string | null;
  expires_at: Date;
  memberships: unknown;
}

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Opens a session and returns its token, which is nowhere stored: 256 random bits as base64url. */
export async function startSession(db: Database | Transaction, userId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(Date.now() + sessionLifetimeMs);
  const row = { token_hash: hashOf(token), user_id: userId, expires_at: expiresAt };
  await db.insertInto("sessions").values(row).execute();
  return token;
}

/** The living session of a token with its user and memberships, or null. One query. */
export async function findSession(db: Database, token: string): Promise<Session | null> {
  return findSessionByHash(db, hashOf(token));
}

export async function findSessionByHash(db: Database, tokenHash: Buffer): Promise<Session | null> {
  const { rows } = await sql<SessionRow>`select * from find_session(${tokenHash})`.execute(db);
  const row = rows[0];
  if (row === undefined) return null;
  return {
    tokenHash,
    expiresAt: row.expires_at,
    user: {
      id: row.user_id,
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
      profileImageUrl: row.profile_image_url,
      dateOfBirth: row.date_of_birth,
      organizations: OrganizationMembership.array().parse(row.memberships),
    },
  };
}

/** Whether the session was used long enough ago to move its end; once a day is enough. */
export function isDueForExtension(session: Session): boolean {
  return session.expiresAt.getTime() - Date.now() < sessionLifetimeMs - dayMs;
}

export async function extendSession(db: Database, session: Session): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ expires_at: new Date(Date.now() + sessionLifetimeMs) })
    .where("token_hash", "=", session.tokenHash)
    .execute();
}

export async function endSession(db: Database, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom("sessions").where("token_hash", "=", tokenHash).execute();
}

export async function deleteExpiredSessions(db: Database): Promise<void> {
  await db.deleteFrom("sessions").where("expires_at", "<", new Date()).execute();
}
