import { createHmac, timingSafeEqual } from "node:crypto";
import { dayMs } from "../../contract/limits.ts";
import { deriveKeys, type SecretKeys } from "../secret-key.ts";

/** Customers rarely rate later than after 30 days. */
const lifetimeMs = 30 * dayMs;

export function makeRatingLink(signer: LinkSigner, publicUrl: string, rated: Omit<LinkClaims, "expiresAt">) {
  const expiresAt = new Date(Math.floor((Date.now() + lifetimeMs) / 1000) * 1000);
  const token = signer.sign({ ...rated, expiresAt });
  return { link: `${publicUrl}/rate/${token}`, token, expiresAt: expiresAt.toISOString() };
}

/** What a rating link contains: the organization, the occasion, and when it expires. */
export interface LinkClaims {
  organizationId: string;
  source: "ticket" | "email";
  /** The id of the ticket; for a link in an email a random id. */
  subjectId: string;
  expiresAt: Date;
}

const version = 1;
const sources = ["ticket", "email"] as const;
const claimsBytes = 2 + 16 + 16 + 4;
const macBytes = 32;

/** Signs and reads the tokens of rating links. */
export type LinkSigner = ReturnType<typeof openLinkSigner>;

/**
 * HMAC-SHA-256 under a key of its own (HKDF-SHA-256 of the product's secret key). Layout: version, source,
 * organization, subject, expiry in seconds, MAC; as base64url. Nothing personal is in it.
 */
export function openLinkSigner(secretKeys: SecretKeys) {
  const keys = deriveKeys(secretKeys, "sizana rating links");
  const macOf = (claims: Buffer, key: Buffer): Buffer => createHmac("sha256", key).update(claims).digest();
  return {
    sign({ organizationId, source, subjectId, expiresAt }: LinkClaims): string {
      const claims = Buffer.alloc(claimsBytes);
      claims[0] = version;
      claims[1] = sources.indexOf(source);
      bytesOf(organizationId).copy(claims, 2);
      bytesOf(subjectId).copy(claims, 18);
      claims.writeUInt32BE(Math.floor(expiresAt.getTime() / 1000), 34);
      return Buffer.concat([claims, macOf(claims, keys[0])]).toString("base64url");
    },
    /** Null if the token was not signed with this key. The caller checks whether it has expired. */
    read(token: string): LinkClaims | null {
      const bytes = Buffer.from(token, "base64url");
      // The decoder skips characters that are not base64url, so several texts decode to the same token. Accept only one.
      if (bytes.length !== claimsBytes + macBytes || bytes.toString("base64url") !== token) return null;
      const claims = bytes.subarray(0, claimsBytes);
      if (!keys.some((key) => timingSafeEqual(macOf(claims, key), bytes.subarray(claimsBytes)))) return null;
      const source = sources[claims[1] ?? -1];
      if (claims[0] !== version || source === undefined) return null;
      return {
        organizationId: uuidOf(claims.subarray(2, 18)),
        source,
        subjectId: uuidOf(claims.subarray(18, 34)),
        expiresAt: new Date(claims.readUInt32BE(34) * 1000),
      };
    },
  };
}

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll("-", ""), "hex");

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
