import { FormParams, FormParamsQuery, ObjectAddress, OpenObjectUpload } from "../../../contract/objects.ts";
import { ErrorReply } from "../../../contract/errors.ts";
import { memberFor } from "../../auth/access.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import type { App } from "../../http.ts";
import { openObjectUpload } from "../../ingestion/upload/object-uploads.ts";
import { perMinute, routesOf, type Routes } from "../../routes.ts";
import { multipartRoutes } from "./multipart-routes.ts";
import { receiveRoutes } from "./receive-routes.ts";
import { openAddressSigner, signedUploads } from "./signed-uploads.ts";
import { ownOrganization, uploaderOf } from "./uploaders.ts";

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
