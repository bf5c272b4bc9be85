import AwsS3, { type AwsBody } from "@uppy/aws-s3";
import Uppy, { type Meta } from "@uppy/core";
import Dashboard from "@uppy/dashboard";
import { dashboardSize, objectUploadOptions } from "../web/features/documents/upload-options.ts";

// Runs in the browser: Uppy as the product sets it up, for files that its dialog would not take.

const uppy = new Uppy<Meta, AwsBody>().use(AwsS3<Meta, AwsBody>, objectUploadOptions);

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

/** Ends with how many of so many small files were uploaded. */
export async function uploadMany(count: number, organizationId: string): Promise<number> {
  uppy.setMeta({ organizationId });
  for (let at = 0; at < count; at += 1) {
    uppy.addFile({ name: `${at}.pdf`, type: "application/pdf", data: new Blob([`%PDF-1.7 ${at}`]) });
  }
  return (await uppy.upload())?.successful?.length ?? 0;
}

/** How wide the previews are that the dialog makes of pictures. */
export async function thumbnailWidths(): Promise<number[]> {
  const withDialog = new Uppy().use(Dashboard, { inline: true, target: document.body, ...dashboardSize });
  const canvas = Object.assign(document.createElement("canvas"), { width: 1600, height: 900 });
  // Filled, so that there is a picture to draw smaller.
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
