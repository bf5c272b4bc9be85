import type { FastifyRequest } from "fastify";
import { z } from "zod";
import {
  FormParams,
  FormParamsQuery,
  ObjectAddress,
  OpenObjectUpload,
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
import { ErrorReply } from "../../../contract/errors.ts";
import { memberFor, tenantOf } from "../../auth/access.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import type { App } from "../../http.ts";
import {
  openObjectUpload,
  findObjectUpload,
  forgetObject,
  noSuchUpload,
  type ObjectUpload,
} from "../../ingestion/upload/object-uploads.ts";
import { perMinute, routesOf, type Routes } from "../../routes.ts";
import { receiveRoutes } from "./receive-routes.ts";
import { openAddressSigner, signedUploads, addressOrigin } from "./signed-uploads.ts";
import { ownOrganization, uploaderOf } from "./uploaders.ts";
import { organizationOfUpload } from "../../auth/organization-of.ts";
import { nullIfNotStored } from "../../clients/storage.ts";
import { completeParts } from "../../ingestion/upload/complete-parts.ts";

const access = memberFor("upload documents", ownOrganization);
const rateLimit = perMinute(300);

/** Uploads by signed addresses, with the protocol of Uppy's S3 uploader with `companionEndpoint: "/api"`. */
export function objectRoutes(routes: Routes, context: Context): void {
  const { db } = context;
  const signer = openAddressSigner(context.secretKeys);
  const uploadsFor = signedUploads(context, signer);

  void routes.app.register(async (scope: App) => {
    allowEmptyJson(scope);
    routesOf(scope, db).post("/api/objects/upload", {
      access,
      rateLimit,
      summary: "Create an upload address",
      description: "PUT the file to this address, then complete a document with its `filePath`.",
      body: OpenObjectUpload.nullish(),
      response: { 200: ObjectAddress },
      handler: async (request) => {
        const uploader = uploaderOf(request, request.body?.organizationId);
        const upload = await openObjectUpload(db, uploader);
        return { uploadURL: await uploadsFor(request).putAddress(upload), filePath: upload.storageKey };
      },
    });
  });

  routes.get("/api/s3/params", {
    access,
    rateLimit,
    summary: "Sign a form upload",
    description: "The address and the fields to POST a file with.",
    querystring: FormParamsQuery,
    response: { 200: FormParams },
    handler: async (request) => {
      const uploader = uploaderOf(request, request.query["metadata[organizationId]"]);
      const upload = await openObjectUpload(db, uploader);
      return { method: "POST" as const, ...(await uploadsFor(request).postForm(upload)) };
    },
  });

  routes.get("/api/s3/sts", {
    access,
    summary: "Get temporary storage credentials",
    description: "Always replies 404: use signed addresses instead.",
    response: { 404: ErrorReply },
    handler: () => {
      // Such credentials would give access to the whole bucket, which all organizations share.
      throw new AppError(
        404,
        "no_temporary_credentials",
        "This server offers no temporary credentials. Use signed addresses instead.",
      );
    },
  });

  multipartRoutes(routes, context, uploadsFor);
  receiveRoutes(routes, context, signer);
}

/** Accepts an empty body with the content type JSON. */
function allowEmptyJson(scope: App): void {
  const parse = scope.getDefaultJsonParser("error", "error");
  scope.removeContentTypeParser("application/json");
  scope.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) done(null, null);
    else void parse(request, String(body), done);
  });
}

const ofUpload = memberFor("upload documents", organizationOfUpload);

type UploadsFor = ReturnType<typeof signedUploads>;

/** Uploads in parts: begin, send and list parts, complete or abort. */
function multipartRoutes(routes: Routes, context: Context, uploadsFor: UploadsFor): void {
  routes.post("/api/s3/multipart", {
    access,
    rateLimit,
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
    access: ofUpload,
    summary: "List the uploaded parts",
    querystring: MultipartQuery,
    response: { 200: MultipartPart.array() },
    handler: async (request) => {
      const upload = await uploadOf(context, request);
      const parts = await uploadsFor(request).listParts(upload).catch(nullIfNotStored);
      if (parts === null) throw noSuchUpload();
      return parts.map(({ partNumber, etag, sizeBytes }) => ({
        PartNumber: partNumber,
        ETag: etag,
        Size: sizeBytes,
      }));
    },
  });

  routes.get("/api/s3/multipart/:uploadId/:partNumber", {
    access: ofUpload,
    summary: "Sign a part upload",
    description:
      "PUT the part to this address. Every part except the last must be at least 5 MB. The reply's `ETag` header identifies the part.",
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
    access: ofUpload,
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
    access: ofUpload,
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
