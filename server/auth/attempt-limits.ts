import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import { sql } from "kysely";
import { dayMs, hourMs, minuteMs } from "../../contract/limits.ts";
import type { Database, Transaction } from "../database/database.ts";
import { tooManyRequests } from "../errors.ts";
import type { SecretKeys } from "../secret-key.ts";

/** At most `max` attempts of one subject in any `windowMs`. */
interface Limit {
  subject: string;
  max: number;
  windowMs: number;
}

/** The account, the network address and, if the owner has signed in with it before, the browser. */
export interface SignInAttempt {
  email: string;
  address: string;
  knownBrowser: string | null;
}

/**
 * Limits wrong passwords for one account from one network, for many accounts from one network, and for one account
 * from very many networks together. A browser that the owner has signed in with before is counted separately, so
 * that no one else can lock its owner out.
 */
export function signInLimits({ email, address, knownBrowser }: SignInAttempt): Limit[] {
  const account = email.toLowerCase();
  const network = networkOf(address);
  const windowMs = 15 * minuteMs;
  if (knownBrowser !== null) {
    return [{ subject: `sign-in browser ${knownBrowser} ${account}`, max: 10, windowMs }];
  }
  return [
    { subject: `sign-in account ${account} ${network}`, max: 10, windowMs },
    { subject: `sign-in address ${network}`, max: 60, windowMs },
    { subject: `sign-in account ${account}`, max: 100, windowMs: hourMs },
  ];
}

/** Second factors are counted separately, so that a right password does not allow unlimited guesses at the code. */
export const secondFactorLimits = (attempt: SignInAttempt): Limit[] =>
  signInLimits(attempt).map((limit) => ({ ...limit, subject: `second factor ${limit.subject}` }));

/** Confirming the password of a session is counted per session. */
export const passwordLimits = (tokenHash: Buffer): Limit[] => [
  { subject: `password session ${tokenHash.toString("hex")}`, max: 10, windowMs: 15 * minuteMs },
];

/** Limits emails to one address, and new accounts from one network. */
export const signUpLimits = (email: string, address: string): Limit[] => [
  { subject: `sign-up account ${email.toLowerCase()}`, max: 10, windowMs: hourMs },
  { subject: `sign-up address ${networkOf(address)}`, max: 100, windowMs: hourMs },
];

/** Limits emails to one account, and reset requests from one network. */
export const resetLimits = (email: string | null, address: string): Limit[] => [
  ...(email === null ? [] : [{ subject: `reset account ${email.toLowerCase()}`, max: 5, windowMs: hourMs }]),
  { subject: `reset address ${networkOf(address)}`, max: 60, windowMs: hourMs },
];

/** Limits the emails that an organization sends in a day, altogether and to one address. */
export const emailLimits = (organizationId: string, address: string, maxPerDay: number): Limit[] => [
  { subject: `email organization ${organizationId}`, max: maxPerDay, windowMs: dayMs },
  { subject: `email address ${organizationId} ${address.toLowerCase()}`, max: 20, windowMs: dayMs },
];

/** As `countWithin`, in a transaction of its own. */
export async function countAttempt(db: Database, secretKeys: SecretKeys, limits: Limit[]) {
  return db.transaction().execute((trx) => countWithin(trx, secretKeys, limits));
}

/**
 * Counts one attempt before it is made, so that parallel ones can't slip through; the counts are in the database,
 * shared by all processes. Returns the ids for `forgetAttempt`. Throws too_many_requests, without having changed
 * anything, once a limit is reached. The table is named after its first use; it counts attempts of every kind.
 */
export async function countWithin(trx: Transaction, secretKeys: SecretKeys, limits: Limit[]) {
  const hashed = limits
    .map((limit) => ({ ...limit, hash: createHmac("sha256", secretKeys[0]).update(limit.subject).digest() }))
    // Everyone locks in the same order, which prevents deadlocks.
    .toSorted((a, b) => Buffer.compare(a.hash, b.hash));
  for (const limit of hashed) {
    await sql`select pg_advisory_xact_lock(${limit.hash.readBigInt64BE(0)})`.execute(trx);
    await refuseBeyond(trx, limit);
  }
  const rows = await trx
    .insertInto("sign_in_attempts")
    .values(hashed.map(({ hash }) => ({ subject: hash })))
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

async function refuseBeyond(trx: Transaction, limit: Limit & { hash: Buffer }): Promise<void> {
  const since = new Date(Date.now() - limit.windowMs);
  const blocking = await trx
    .selectFrom("sign_in_attempts")
    .select("at")
    .where("subject", "=", limit.hash)
    .where("at", ">", since)
    .orderBy("at", "desc")
    .offset(limit.max - 1)
    .limit(1)
    .executeTakeFirst();
  if (blocking !== undefined) throw tooManyRequests((blocking.at.getTime() - since.getTime()) / 1000);
}

/** Removes an attempt that succeeded, because only failures count. */
export async function forgetAttempt(db: Database, attempt: number[]): Promise<void> {
  await db.deleteFrom("sign_in_attempts").where("id", "in", attempt).execute();
}

/** Deletes attempts older than a day: no limit is longer. */
export async function deleteOldAttempts(db: Database): Promise<void> {
  const aDayAgo = new Date(Date.now() - dayMs);
  await db.deleteFrom("sign_in_attempts").where("at", "<", aDayAgo).execute();
}

/** The /64 of an IPv6 address, because a single customer controls all of it; an IPv4 address as it is. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith("::ffff:")) return address;
  const [head = "", tail = ""] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return [...left, ...zeros, ...right].slice(0, 4).join(":");
}
