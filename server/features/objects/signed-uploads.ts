import type { FastifyRequest } from "fastify";
import type { UploadPlace } from "../../clients/storage.ts";
import type { Config } from "../../config.ts";
import type { Context } from "../../context.ts";
import { ownUploads } from "../../ingestion/upload/own-uploads.ts";
import { createHmac, timingSafeEqual } from "node:crypto";
import { maxObjectBytes } from "../../../contract/limits.ts";
import { denied } from "../../errors.ts";
import { deriveKeys, type SecretKeys } from "../../secret-key.ts";

/** Signed addresses of the bucket if there is one, otherwise of this server. */
export function signedUploads(context: Context, signer: AddressSigner) {
  const { signedUploads: ofStore } = context.storage;
  if (ofStore !== null) return () => ofStore;
  return (request: FastifyRequest) => {
    const origin = addressOrigin(context.config, request);
    return ownUploads(context, (...upload) => signer.sign(origin, ...upload));
  };
}

/**
 * The origin by which the browser reaches this server: PUBLIC_URL or, if that is localhost, the request's own
 * origin, for browsers on another machine or port.
 */
export function addressOrigin({ publicUrl }: Config, request: FastifyRequest): string {
  if (new URL(publicUrl).hostname !== "localhost") return publicUrl;
  return `${request.protocol}://${request.host}`;
}

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

export type AddressSigner = ReturnType<typeof openAddressSigner>;

/**
 * Signs the addresses of uploads and checks them: HMAC-SHA-256 of everything that an address allows, under a key of its
 * own (HKDF of the secret key).
 */
export function openAddressSigner(secretKeys: SecretKeys) {
  const keys = deriveKeys(secretKeys, "sizana upload addresses");
  const macOf = ({ method, storageKey, partNumber, expires, maxBytes }: Grant, key: Buffer): Buffer =>
    createHmac("sha256", key)
      .update(JSON.stringify([method, storageKey, partNumber ?? null, expires, maxBytes]))
      .digest();
  return {
    /** An address below `origin`. */
    sign(origin: string, method: Grant["method"], place: UploadPlace, partNumber?: number): string {
      const { storageKey, expiresAt } = place;
      const expires = Math.floor(expiresAt.getTime() / 1000);
      const mac = macOf({ method, storageKey, partNumber, expires, maxBytes: maxObjectBytes }, keys[0]);
      const query = new URLSearchParams({ expires: String(expires), maxBytes: String(maxObjectBytes) });
      if (partNumber !== undefined) query.set("partNumber", String(partNumber));
      query.set("signature", mac.toString("hex"));
      return `${origin}/api/objects/${storageKey}?${query.toString()}`;
    },
    /** Throws bad_signature, or expired for an address that was valid before. */
    check(grant: Grant, signature: string): void {
      const signatureBytes = Buffer.from(signature, "hex");
      const isSigned = keys.some((key) => {
        const mac = macOf(grant, key);
        return signatureBytes.length === mac.length && timingSafeEqual(signatureBytes, mac);
      });
      if (!isSigned) throw denied("bad_signature", "The signature of this address is invalid.");
      if (grant.expires * 1000 <= Date.now()) throw denied("expired", "Request has expired");
    },
  };
}
