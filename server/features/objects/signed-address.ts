import { createHmac, timingSafeEqual } from "node:crypto";
import { maxObjectBytes } from "../../../contract/limits.ts";
import type { UploadPlace } from "../../clients/storage.ts";
import { AppError } from "../../errors.ts";
import { deriveKeys, type SecretKeys } from "../../secret-key.ts";

/** What a signed address allows. */
export interface Grant {
  method: "PUT" | "POST";
  storageKey: string;
  /** For multipart uploads only. */
  partNumber: number | undefined;
  /** Seconds since 1970. */
  expires: number;
  maxBytes: number;
}

/** Signs the addresses of uploads and checks them. */
export interface AddressSigner {
  /** An address below `origin`. */
  sign(origin: string, method: Grant["method"], place: UploadPlace, partNumber?: number): string;
  /** Throws bad_signature, or expired for an address that was valid before. */
  check(grant: Grant, signature: string): void;
}

/** HMAC-SHA-256 of everything that an address allows, under a key of its own (HKDF of the secret key). */
export function openAddressSigner(secretKeys: SecretKeys): AddressSigner {
  const keys = deriveKeys(secretKeys, "sizana upload addresses");
  const macOf = ({ method, storageKey, partNumber, expires, maxBytes }: Grant, key: Buffer): Buffer =>
    createHmac("sha256", key)
      .update(JSON.stringify([method, storageKey, partNumber ?? null, expires, maxBytes]))
      .digest();
  return {
    sign(origin, method, { storageKey, expiresAt }, partNumber) {
      const expires = Math.floor(expiresAt.getTime() / 1000);
      const mac = macOf({ method, storageKey, partNumber, expires, maxBytes: maxObjectBytes }, keys[0]);
      const query = new URLSearchParams({ expires: String(expires), maxBytes: String(maxObjectBytes) });
      if (partNumber !== undefined) query.set("partNumber", String(partNumber));
      query.set("signature", mac.toString("hex"));
      return `${origin}/api/objects/${storageKey}?${query.toString()}`;
    },
    check(grant, signature) {
      const signatureBytes = Buffer.from(signature, "hex");
      const isSigned = keys.some((key) => {
        const mac = macOf(grant, key);
        return signatureBytes.length === mac.length && timingSafeEqual(signatureBytes, mac);
      });
      if (!isSigned) {
        throw new AppError(403, "bad_signature", "The signature of this address is invalid.");
      }
      if (grant.expires * 1000 <= Date.now()) throw new AppError(403, "expired", "Request has expired");
    },
  };
}
