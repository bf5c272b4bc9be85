import { sql, type Selectable } from "kysely";
import { User } from "../../contract/identity.ts";
import { dayMs } from "../../contract/limits.ts";
import type { Database, Transaction } from "../database/database.ts";
import type { Sessions, Users } from "../database/schema.ts";
import { fromRow, updateRows } from "../database/rows.ts";
import { unauthorized, wrongCredentials } from "../errors.ts";
import { hashOfToken, newToken } from "./tokens.ts";

/** After its last use. */
const sessionLifetimeMs = 30 * dayMs;
/** After it began, however often it is used. The SQL function `find_session` has the same number. */
const maxSessionMs = 90 * dayMs;

export interface Session {
  tokenHash: Buffer;
  user: User;
  expiresAt: Date;
  createdAt: Date;
  /** When the user last confirmed their identity. */
  authenticatedAt: Date;
  /** Signed in by two factors, a passkey or single sign-on. */
  isStrong: boolean;
  isEmailVerified: boolean;
}

/**
 * Starts a session and returns its token, of which only the hash is stored. `account` must have been read together with
 * the proof of identity: if all of its sessions have been ended since, this throws wrong_credentials. The row lock
 * makes starting a session and ending all of them wait for each other.
 */
export async function startSession(
  db: Database,
  account: { id: string; access_epoch: number },
  { isStrong }: Pick<Session, "isStrong"> = { isStrong: false },
): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(Date.now() + sessionLifetimeMs);
  const { rows } = await sql`
    insert into sessions (token_hash, user_id, expires_at, is_strong)
    select ${hashOfToken(token)}, id, ${expiresAt}, ${isStrong} from users
    where id = ${account.id} and access_epoch = ${account.access_epoch} for share
    returning user_id`.execute(db);
  if (rows.length === 0) throw wrongCredentials();
  return token;
}

/** A row of `find_session`; it also has the other columns of the user. */
type SessionRow = Selectable<Sessions & Pick<Users, "email_verified_at">> & { memberships: unknown };

/** The valid session of a token, or of its hash, with its user and memberships; null if there is none. One query. */
export async function findSession(db: Database, token: string | Buffer): Promise<Session | null> {
  const tokenHash = typeof token === "string" ? hashOfToken(token) : token;
  const { rows } = await sql<SessionRow>`select * from find_session(${tokenHash})`.execute(db);
  const row = rows[0];
  if (row === undefined) return null;
  return {
    tokenHash,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    authenticatedAt: row.authenticated_at,
    isStrong: row.is_strong,
    isEmailVerified: row.email_verified_at !== null,
    user: fromRow(User, { ...row, id: row.user_id, organizations: row.memberships }),
  };
}

/** The user of a session after a change to them or their organizations. Throws unauthorized. */
export async function readUserAgain(db: Database, { tokenHash }: Session): Promise<User> {
  const session = await findSession(db, tokenHash);
  if (session === null) throw unauthorized();
  return session.user;
}

/** How long a session that is used now remains valid. */
export function remainingMs({ createdAt }: Session): number {
  return Math.min(sessionLifetimeMs, createdAt.getTime() + maxSessionMs - Date.now());
}

/** Moves the end of a session that is in use; once a day is enough. Returns whether it was moved. */
export async function extendSession(db: Database, session: Session): Promise<boolean> {
  const expiresAt = new Date(Date.now() + remainingMs(session));
  if (session.expiresAt.getTime() >= expiresAt.getTime() - dayMs) return false;
  return updateRows(db, "sessions", { token_hash: session.tokenHash }, { expires_at: expiresAt });
}

/**
 * Changes the account of a session in a transaction. Changes to one account happen one after another: this waits for
 * others, which then wait until it ends. Throws unauthorized if one of them has ended the session.
 */
export async function changeAccount<Result>(
  db: Database,
  { user, tokenHash }: Session,
  change: (trx: Transaction, user: User) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom("users").select("id").where("id", "=", user.id).forNoKeyUpdate().execute();
    // A second statement sees changes that were committed while the first one waited.
    const session = trx.selectFrom("sessions").select("user_id").where("token_hash", "=", tokenHash);
    await session.executeTakeFirstOrThrow(unauthorized);
    return change(trx, user);
  });
}

export async function endSession(db: Database, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom("sessions").where("token_hash", "=", tokenHash).execute();
}
