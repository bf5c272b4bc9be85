import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveKeys, type SecretKeys } from "../secret-key.ts";

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** A stored secret that cannot be decrypted: SECRET_KEY or the bytes have changed. */
export class UnreadableSecretError extends Error {
  override name = "UnreadableSecretError";
}

/** Encrypts secrets for the database, so that a copy of it discloses none. */
export type SecretBox = ReturnType<typeof openSecretBox>;

/**
 * AES-256-GCM under keys derived from the secret keys (HKDF-SHA-256), with a random nonce per secret. Layout: version,
 * nonce, tag, ciphertext; the version and the place are authenticated.
 */
export function openSecretBox(secretKeys: SecretKeys) {
  const [first, ...further] = deriveKeys(secretKeys, "sizana secret box");
  const openOrNull = (sealed: Buffer, place: string): string | null => {
    for (const key of [first, ...further]) {
      const secret = openUnder(key, sealed, place);
      if (secret !== null) return secret;
    }
    return null;
  };
  const open = (sealed: Buffer, place: string): string => {
    const secret = openOrNull(sealed, place);
    if (secret === null) throw new UnreadableSecretError("a stored secret cannot be opened");
    return secret;
  };
  return {
    /** `place` names where the secret is stored; a copy of it can't be decrypted as the secret of another place. */
    seal: (secret: string, place: string): Buffer => sealUnder(first, secret, place),
    /** Throws UnreadableSecretError. */
    open,
    /** As `open`, but null for an unreadable secret. */
    openOrNull,
    /** Encrypts again under the first key; null if it already is. Throws UnreadableSecretError. */
    reseal: (sealed: Buffer, place: string): Buffer | null =>
      openUnder(first, sealed, place) === null ? sealUnder(first, open(sealed, place), place) : null,
  };
}

const aad = (place: string): Buffer => Buffer.from(`${version} ${place}`);

function sealUnder(key: Buffer, secret: string, place: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes }).setAAD(aad(place));
  const ciphertext = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), ciphertext]);
}

/** Null unless it was encrypted under this key for this place. */
function openUnder(key: Buffer, sealed: Buffer, place: string): string | null {
  if (sealed[0] !== version || sealed.length < 1 + nonceBytes + tagBytes) return null;
  const nonce = sealed.subarray(1, 1 + nonceBytes);
  const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(aad(place)).setAuthTag(tag);
  const text = decipher.update(sealed.subarray(1 + nonceBytes + tagBytes));
  try {
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
