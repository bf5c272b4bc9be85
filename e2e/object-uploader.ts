import AwsS3, { type AwsBody } from "@uppy/aws-s3";
import Uppy, { type Meta } from "@uppy/core";

// Runs in the browser: Uppy's S3 uploader as anybody would set it up for large files.

const uppy = new Uppy<Meta, AwsBody>().use(AwsS3, { companionEndpoint: "/api" });

/** Ends with the key of the object, or with null when it failed and may be tried again. */
export async function upload(sizeBytes: number): Promise<string | null> {
  const data = new Blob([new Uint8Array(sizeBytes).fill(7)]);
  uppy.addFile({ name: "large.pdf", type: "application/pdf", data });
  return keyOf(await uppy.upload());
}

/** The same for what is left of a failed upload. */
export async function retry(): Promise<string | null> {
  return keyOf(await uppy.retryAll());
}

function keyOf(result: Awaited<ReturnType<typeof uppy.upload>>): string | null {
  return result?.successful?.[0]?.response?.body?.key ?? null;
}
