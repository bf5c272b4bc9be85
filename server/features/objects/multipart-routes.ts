import type { FastifyRequest } from "fastify";
import { z } from "zod";
import {
  BeginMultipart,
  CompleteMultipart,
  MultipartStarted,
  MultipartCompleted,
  MultipartParams,
  MultipartPart,
  MultipartQuery,
  PartAddress,
  PartNumber,
} from "../../../contract/objects.ts";
import { memberFor, tenantOf } from "../../auth/access.ts";
import { organizationOfUpload } from "../../auth/organization-of.ts";
import { FileNotStoredError, type StoredPart } from "../../clients/storage.ts";
import type { Context } from "../../context.ts";
import { completeParts } from "../../ingestion/upload/complete-parts.ts";
import {
  findObjectUpload,
  forgetObject,
  noSuchUpload,
  openObjectUpload,
  type ObjectUpload,
} from "../../ingestion/upload/object-uploads.ts";
import { perMinute, type Routes } from "../../routes.ts";
import { addressOrigin, type signedUploads } from "./signed-uploads.ts";
import { ownOrganization, uploaderOf } from "./uploaders.ts";

const access = memberFor("upload documents", organizationOfUpload);

type UploadsFor = ReturnType<typeof signedUploads>;

/** Uploads in parts: begin, send and list parts, complete or abort. */
export function multipartRoutes(routes: Routes, context: Context, uploadsFor: UploadsFor): void {
  routes.post("/api/s3/multipart", {
    access: memberFor("upload documents", ownOrganization),
    rateLimit: perMinute(300),
    summary: "Start a multipart upload",
    body: BeginMultipart,
    response: { 200: MultipartStarted },
    handler: async (request) => {
      const uploader = uploaderOf(request, request.body.metadata?.organizationId);
      const uploads = uploadsFor(request);
      const upload = await openObjectUpload(context.db, uploader, (key) => uploads.beginParts(key));
      return { uploadId: upload.id, key: upload.storageKey };
    },
  });

  routes.get("/api/s3/multipart/:uploadId", {
    access,
    summary: "List the uploaded parts",
    querystring: MultipartQuery,
    response: { 200: MultipartPart.array() },
    handler: async (request) => {
      const parts = await uploadsFor(request)
        .listParts(await uploadOf(context, request))
        .catch((error: unknown): StoredPart[] => {
          throw error instanceof FileNotStoredError ? noSuchUpload() : error;
        });
      return parts.map(({ partNumber, etag, sizeBytes }) => ({
        PartNumber: partNumber,
        ETag: etag,
        Size: sizeBytes,
      }));
    },
  });

  routes.get("/api/s3/multipart/:uploadId/:partNumber", {
    access,
    summary: "Sign a part upload",
    description:
      "PUT the part to this address. Every part except the last must have at least 5 MB. The reply to the PUT has its `ETag`.",
    params: MultipartParams.extend({ partNumber: PartNumber }),
    querystring: MultipartQuery,
    response: { 200: PartAddress },
    handler: async (request) => {
      const upload = await uploadOf(context, request);
      if (upload.assembled) throw noSuchUpload();
      return { url: await uploadsFor(request).partAddress(upload, request.params.partNumber) };
    },
  });

  endRoutes(routes, context, uploadsFor);
}

/** The upload in the path, if its key is the one in the query and it is the user's own. */
async function uploadOf(
  { db }: Context,
  request: FastifyRequest<{ Params: { uploadId: string }; Querystring: { key: string } }>,
): Promise<ObjectUpload> {
  const uploader = uploaderOf(request, tenantOf(request).organizationId);
  const upload = await findObjectUpload(db, uploader, request.query.key);
  if (upload.id !== request.params.uploadId.toLowerCase() || !upload.inParts) throw noSuchUpload();
  return upload;
}

function endRoutes(routes: Routes, context: Context, uploadsFor: UploadsFor): void {
  routes.post("/api/s3/multipart/:uploadId/complete", {
    access,
    // 10,000 parts with their ETags.
    bodyLimit: 2_097_152,
    summary: "Complete a multipart upload",
    description: "Joins the parts into one object.",
    querystring: MultipartQuery,
    body: CompleteMultipart,
    response: { 200: MultipartCompleted },
    handler: async (request) => {
      const upload = await uploadOf(context, request);
      const parts = request.body.parts.map(({ PartNumber: partNumber, ETag }) => ({
        partNumber,
        etag: ETag,
      }));
      await completeParts(context, uploadsFor(request), upload, parts);
      const key = upload.storageKey;
      return { location: `${addressOrigin(context.config, request)}/api/objects/${key}`, key };
    },
  });

  routes.delete("/api/s3/multipart/:uploadId", {
    access,
    summary: "Abort a multipart upload",
    description: "Deletes the parts uploaded so far.",
    querystring: MultipartQuery,
    response: { 200: z.object({}) },
    handler: async (request) => {
      const upload = await uploadOf(context, request);
      await uploadsFor(request).abandon(upload);
      await forgetObject(context, upload);
      return {};
    },
  });
}
