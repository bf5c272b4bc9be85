import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** A stored secret that this key cannot open: SECRET_KEY changed, or the bytes did. */
export class UnreadableSecretError extends Error {
  override name = "UnreadableSecretError";
}

/** Keeps secrets in the database so that a copy of it opens nothing. */
export interface SecretBox {
  /** `place` says where the secret stands; opened as of another place, it stays shut. */
  seal(secret: string, place: string): Buffer;
  /** Throws UnreadableSecretError. */
  open(sealed: Buffer, place: string): string;
}

/**
 * AES-256-GCM under a key of its own (HKDF-SHA-256 of the product's secret key), with a random nonce
 * a secret. Layout: version, nonce, tag, ciphertext; the version and the place are authenticated.
 */
export function openSecretBox(secretKey: Buffer): SecretBox {
  const key = Buffer.from(hkdfSync("sha256", secretKey, "", "sizana secret box", 32));
  const bound = (place: string): Buffer => Buffer.from(`${version} ${place}`);
  return {
    seal(secret, place) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes }).setAAD(
        bound(place),
      );
      const ciphertext = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), ciphertext]);
    },
    open(sealed, place) {
      try {
        if (sealed[0] !== version) throw new Error(`version ${sealed[0]} is unknown`);
        const nonce = sealed.subarray(1, 1 + nonceBytes);
        const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
        const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
        decipher.setAAD(bound(place)).setAuthTag(tag);
        const ciphertext = sealed.subarray(1 + nonceBytes + tagBytes);
        return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString("utf8");
      } catch (cause) {
        throw new UnreadableSecretError("a stored secret cannot be opened", { cause });
      }
    },
  };
}
