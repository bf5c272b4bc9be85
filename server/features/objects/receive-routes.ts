import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { PartNumber } from "../../../contract/objects.ts";
import type { Context } from "../../context.ts";
import { AppError, badRequest, denied } from "../../errors.ts";
import type { App } from "../../http.ts";
import { objectTooLarge } from "../../ingestion/upload/object-uploads.ts";
import { receiveObject, receivePart, type Destination } from "../../ingestion/upload/own-uploads.ts";
import { formOverheadBytes, wholeFile } from "../../request-validation.ts";
import { routesOf, type Routes } from "../../routes.ts";
import type { AddressSigner, Grant } from "./signed-uploads.ts";
import { requireUploader } from "./uploaders.ts";

const url = "/api/objects/:organizationId/uploads/:userId/:objectId";
const querystring = z.object({
  expires: z.coerce.number().int(),
  maxBytes: z.coerce.number().int(),
  partNumber: PartNumber.optional(),
  signature: z.string().max(200),
});

interface SignedRequest {
  Params: { organizationId: string; userId: string; objectId: string };
  Querystring: z.infer<typeof querystring>;
}

/** Receives uploads at signed addresses when this server stores files itself, if their user may still upload. */
export function receiveRoutes(routes: Routes, context: Context, signer: AddressSigner): void {
  const checked = async (method: Grant["method"], request: FastifyRequest<SignedRequest>) => {
    const { organizationId, userId, objectId } = request.params;
    const storageKey = `${organizationId}/uploads/${userId}/${objectId}`;
    const { expires, maxBytes, partNumber, signature } = request.query;
    signer.check({ method, storageKey, partNumber, expires, maxBytes }, signature);
    await requireUploader(context.db, { organizationId, userId });
    return { storageKey, organizationId, maxBytes, partNumber };
  };

  // Reads a body of any content type as a stream of bytes.
  void routes.app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    routesOf(scope, context.db).put(url, {
      access: "signed address",
      summary: "Upload an object or a part",
      description: "PUT the bytes to a signed address.",
      querystring,
      response: undefined,
      handler: async (request, reply) => {
        const { maxBytes, partNumber, ...destination } = await checked("PUT", request);
        const sizeBytes = lengthOf(request, maxBytes);
        const source = request.body instanceof Readable ? request.body : Readable.from([]);
        const etag =
          partNumber === undefined
            ? await receiveObject(context, destination, { source, sizeBytes })
            : await receivePart(context, destination, { source, sizeBytes, partNumber });
        return reply.header("etag", etag).header("access-control-expose-headers", "ETag").status(200).send();
      },
    });
  });

  routes.post(url, {
    access: "signed address",
    summary: "Upload an object by form",
    description: "Send a multipart form with `key` first and `file` last.",
    consumes: ["multipart/form-data"],
    querystring,
    response: undefined,
    handler: async (request, reply) => {
      const { maxBytes, ...destination } = await checked("POST", request);
      const etag = await receiveForm(context, request, destination, maxBytes);
      return reply.header("etag", etag).header("access-control-expose-headers", "ETag").status(204).send();
    },
  });
}

/** The quota is checked before the upload, so its length must be known. */
function lengthOf(request: FastifyRequest, maxBytes: number): number {
  const length = request.headers["content-length"];
  if (length === undefined)
    throw new AppError(411, "length_required", "Send the size in a Content-Length header.");
  if (Number(length) > maxBytes) throw objectTooLarge();
  return Number(length);
}

async function receiveForm(
  context: Context,
  request: FastifyRequest,
  destination: Destination,
  maxBytes: number,
): Promise<string> {
  if (!request.isMultipart()) {
    throw new AppError(415, "unsupported_media_type", "Send a multipart form with `key` and `file`.");
  }
  const sizeBytes = lengthOf(request, maxBytes + formOverheadBytes);
  let key: unknown;
  for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
    if (part.type === "field") {
      if (part.fieldname === "key") key = part.value;
    } else {
      if (key !== destination.storageKey) {
        throw denied("bad_signature", "The key in the form doesn't match the signed one.");
      }
      const source = Readable.from(wholeFile(part, objectTooLarge));
      return receiveObject(context, destination, { source, sizeBytes });
    }
  }
  throw badRequest("invalid_request", "The form has no `file`. Add one.");
}
