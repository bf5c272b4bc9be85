import type { Body, Meta, UppyFile } from "@uppy/core";

const multipartAboveBytes = 100 * 1024 * 1024;

/** Uppy's options for uploading objects: at most six at once, large ones in parts. */
export const objectUploadOptions = {
  companionEndpoint: "/api",
  limit: 6,
  shouldUseMultipart: ({ size }: Pick<UppyFile<Meta, Body>, "size">) => (size ?? 0) > multipartAboveBytes,
  allowedMetaFields: ["organizationId"],
};

export const dashboardSize = { width: 750, height: 550, thumbnailWidth: 280 };
