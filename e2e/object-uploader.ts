import AwsS3, { type AwsBody } from "@uppy/aws-s3";
import Uppy, { type Meta } from "@uppy/core";
import Dashboard from "@uppy/dashboard";
import { dashboardSize, objectUploadOptions } from "../web/features/documents/upload-options.ts";

// Runs in the browser: Uppy with the product's options, for files that the product's dialog would not accept.

const uppy = new Uppy<Meta, AwsBody>().use(AwsS3<Meta, AwsBody>, objectUploadOptions);

/** Uploads a file of this size. Resolves to the key of the object, or to null if it failed and can be retried. */
export async function upload(sizeBytes: number): Promise<string | null> {
  const data = new Blob([new Uint8Array(sizeBytes).fill(7)]);
  uppy.addFile({ name: "large.pdf", type: "application/pdf", data });
  return keyOf(await uppy.upload());
}

/** Retries the remainder of a failed upload, with the same result. */
export async function retry(): Promise<string | null> {
  return keyOf(await uppy.retryAll());
}

/** Uploads `count` small files. Resolves to the number that succeeded. */
export async function uploadMany(count: number, organizationId: string): Promise<number> {
  uppy.setMeta({ organizationId });
  for (let at = 0; at < count; at += 1) {
    uppy.addFile({ name: `${at}.pdf`, type: "application/pdf", data: new Blob([`%PDF-1.7 ${at}`]) });
  }
  return (await uppy.upload())?.successful?.length ?? 0;
}

/** The widths of the previews that Uppy's dashboard makes of two pictures. */
export async function thumbnailWidths(): Promise<number[]> {
  const withDialog = new Uppy().use(Dashboard, { inline: true, target: document.body, ...dashboardSize });
  const canvas = Object.assign(document.createElement("canvas"), { width: 1600, height: 900 });
  // Filled, so that the picture is not empty.
  canvas.getContext("2d")?.fillRect(0, 0, 1600, 900);
  const data = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/png");
  });
  const names = ["one.png", "two.png"];
  const previews = new Promise<string[]>((resolve) => {
    withDialog.on("state-update", () => {
      const made = withDialog.getFiles().flatMap(({ preview }) => preview ?? []);
      if (made.length === names.length) resolve(made);
    });
  });
  withDialog.addFiles(names.map((name) => ({ name, type: "image/png", data: data ?? new Blob() })));
  const images = (await previews).map((src) => Object.assign(new Image(), { src }));
  await Promise.all(images.map((image) => image.decode()));
  return images.map(({ naturalWidth }) => naturalWidth);
}

function keyOf(result: Awaited<ReturnType<typeof uppy.upload>>): string | null {
  return result?.successful?.[0]?.response?.body?.key ?? null;
}
