import { hash, randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { crc32 } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { ApiKeyPermissions } from "../../contract/api-keys.ts";
import type { Database } from "../database/database.ts";
import { inBatches } from "../database/in-batches.ts";
import { invalidApiKey, type AppError } from "../errors.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const pattern = /^siz_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/** The program that uses an API key. */
export interface KeyPrincipal {
  id: string;
  organizationId: string;
  permissions: ApiKeyPermissions;
  /** Sites whose pages may use the key in a browser. */
  allowedOrigins: string[];
}

/** A new key: `siz_`, 30 random base62 characters (178 bits), and their CRC-32 as 6 base62 characters. */
export function createApiKey(): string {
  const secret = Array.from({ length: 30 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `siz_${secret}${checksumOf(secret)}`;
}

export const hashOfApiKey = (key: string): Buffer => hash("sha256", key, "buffer");

/** The part of a key that may be shown: `siz_` and 8 of its 30 random characters. */
export const prefixOfApiKey = (key: string): string => key.slice(0, 12);

declare module "fastify" {
  interface FastifyContextConfig {
    /** The error with which any request of this key would be refused at this moment; null if it would not be. */
    refusal?: (key: KeyPrincipal) => AppError | null;
  }
}

/** Refusals are sent in batches: this slows clients that retry at once, and interrupts other work less often. */
const refuseEveryMs = 250;

/**
 * Sets the principal of an active key that has permissions. A key for web pages has no access to internal documents,
 * since every visitor can read it. Not cached, so that revoking takes effect in every process at once. Keys of
 * simultaneous requests share a query; a malformed key needs none. A request that would be refused later anyway is
 * refused before that. Throws invalid_api_key.
 */
export function keyAuthentication(db: Database) {
  /** By the hash of the key. It may be revoked since: only used to refuse. */
  const lastFound = new LRUCache<string, KeyPrincipal>({ max: 10_000 });
  const findInBatch = inBatches((hashes: Buffer[]) => findPrincipals(db, hashes));
  let refusals: Promise<void> | undefined;
  const nextRefusals = () =>
    (refusals ??= delay(refuseEveryMs).then(() => {
      refusals = undefined;
    }));
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const [, key = ""] = /^bearer +(\S{1,100})$/i.exec(request.headers.authorization?.trim() ?? "") ?? [];
    const keyHash = hashOfApiKey(key);
    const hashText = keyHash.toString("base64");
    const last = lastFound.get(hashText);
    const refusal = last && request.routeOptions.config.refusal?.(last);
    if (last !== undefined && refusal != null) {
      // For the log and the CORS headers.
      request.apiKey = last;
      await nextRefusals();
      throw refusal;
    }
    request.apiKey = isWellFormed(key) ? await findInBatch("all", keyHash) : null;
    if (request.apiKey === null) {
      lastFound.delete(hashText);
      void reply.header("www-authenticate", "Bearer");
      throw invalidApiKey();
    }
    lastFound.set(hashText, request.apiKey);
  };
}

async function findPrincipals(db: Database, hashes: Buffer[]): Promise<(KeyPrincipal | null)[]> {
  // In a fixed order to prevent deadlocks: find_api_key locks a key's row when it records its use.
  const { rows } = await sql<KeyPrincipal | { id: null }>`
    select id, organization_id as "organizationId", allowed_origins as "allowedOrigins", json_build_object(
      'internal', may_ask_internal and cardinality(allowed_origins) = 0, 'external', may_ask_external
    ) as permissions
    from (select * from unnest(${hashes}::bytea[]) with ordinality as asked (hash, number) order by hash) asked
    left join lateral find_api_key(hash) on may_ask_internal and cardinality(allowed_origins) = 0 or may_ask_external
    order by number
  `.execute(db);
  return rows.map((row) => (row.id === null ? null : row));
}

function isWellFormed(key: string): boolean {
  const [, secret, checksum] = pattern.exec(key) ?? [];
  return secret !== undefined && checksumOf(secret) === checksum;
}

function checksumOf(secret: string): string {
  let rest = crc32(secret);
  let digits = "";
  while (digits.length < 6) {
    digits = (alphabet[rest % 62] ?? "") + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
