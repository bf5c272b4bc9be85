import type { FastifyRequest } from "fastify";
import type { SignedUploads } from "../../clients/storage.ts";
import type { Context } from "../../context.ts";
import { ownUploads } from "../../ingestion/upload/own-uploads.ts";
import { addressOrigin } from "./address-origin.ts";
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
