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
 * Sets the key of a request. A request that would be refused later anyway is refused before its key is looked up. Throws
 * invalid_api_key.
 */
export function keyAuthentication(db: Database) {
  const keys = openApiKeys(db);
  let batch: Promise<void> | undefined;
  const nextBatch = () =>
    (batch ??= delay(refuseEveryMs).then(() => {
      batch = undefined;
    }));
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const [, key] = /^bearer +(\S{1,100})$/i.exec(request.headers.authorization?.trim() ?? "") ?? [];
    if (key !== undefined) {
      const lastFound = keys.lastFound(key);
      const refusal = lastFound && request.routeOptions.config.refusal?.(lastFound);
      if (lastFound !== undefined && refusal != null) {
        // For the log and the CORS headers.
        request.apiKey = lastFound;
        await nextBatch();
        throw refusal;
      }
      request.apiKey = await keys.find(key);
    }
    if (request.apiKey !== null) return;
    void reply.header("www-authenticate", "Bearer");
    throw invalidApiKey();
  };
}

function openApiKeys(db: Database) {
  const found = new LRUCache<string, KeyPrincipal>({ max: 10_000 });
  const findInBatch = inBatches((hashes: Buffer[]) => findPrincipals(db, hashes));
  return {
    /**
     * The principal of an active key; null for a key that is unknown, revoked, expired or without permissions. A key
     * for web pages has no access to internal documents, since every visitor can read it. Not cached, so that revoking
     * takes effect in every process at once. Keys of simultaneous requests share a query; a malformed key needs none.
     */
    async find(key: string): Promise<KeyPrincipal | null> {
      const [, secret, checksum] = pattern.exec(key) ?? [];
      if (secret === undefined || checksumOf(secret) !== checksum) return null;
      const keyHash = hashOfApiKey(key);
      const principal = await findInBatch("all", keyHash);
      if (principal === null) found.delete(keyHash.toString("base64"));
      else found.set(keyHash.toString("base64"), principal);
      return principal;
    },
    /** The key's principal when this process last looked it up. It may be revoked since: only use it to refuse. */
    lastFound: (key: string): KeyPrincipal | undefined => found.get(hashOfApiKey(key).toString("base64")),
  };
}

async function findPrincipals(db: Database, hashes: Buffer[]): Promise<(KeyPrincipal | null)[]> {
  // In a fixed order to prevent deadlocks: find_api_key locks a key's row when it records its use.
  const { rows } = await sql<Omit<KeyPrincipal, "permissions"> & ApiKeyPermissions & { number: number }>`
    select number::integer, id, organization_id as "organizationId", allowed_origins as "allowedOrigins",
      may_ask_internal and cardinality(allowed_origins) = 0 as internal, may_ask_external as external
    from (select * from unnest(${hashes}::bytea[]) with ordinality as asked (hash, number) order by hash) asked
    cross join lateral find_api_key(hash)
  `.execute(db);
  const found = new Map(rows.map((row) => [row.number, row]));
  return hashes.map((_, index) => {
    const row = found.get(index + 1);
    if (row === undefined || !(row.internal || row.external)) return null;
    const { internal, external, number: _number, ...principal } = row;
    return { ...principal, permissions: { internal, external } };
  });
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
