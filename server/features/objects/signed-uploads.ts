import type { FastifyRequest } from "fastify";
import type { SignedUploads } from "../../clients/storage.ts";
import type { Config } from "../../config.ts";
import type { Context } from "../../context.ts";
import { ownUploads } from "../../ingestion/upload/own-uploads.ts";
import type { AddressSigner } from "./signed-address.ts";

/** Signed addresses of the bucket, or else of this server. */
export function signedUploads(
  context: Context,
  signer: AddressSigner,
): (request: FastifyRequest) => SignedUploads {
  const { signedUploads: ofStore } = context.storage;
  if (ofStore !== null) return () => ofStore;
  return (request) => {
    const origin = addressOrigin(context.config, request);
    return ownUploads(context, {
      put: (place) => signer.sign(origin, "PUT", place),
      post: (place) => signer.sign(origin, "POST", place),
      putPart: (place, partNumber) => signer.sign(origin, "PUT", place, partNumber),
    });
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
