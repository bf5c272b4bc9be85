import type { Account } from "./accounts.ts";

/** Reads the JSON of a reply that must be a success. */
async function expectOk<T>(reply: Awaited<ReturnType<Account["request"]>>): Promise<T> {
  if (reply.statusCode !== 200) throw new Error(`refused: ${reply.statusCode} ${reply.body}`);
  return reply.json<T>();
}

/** Begins a multipart upload, as Uppy does. */
export async function beginMultipart(
  account: Account,
  metadata: object = {},
): Promise<{ uploadId: string; key: string }> {
  const body = { filename: "Leave policy.pdf", type: "application/pdf", metadata };
  return expectOk(await account.request("POST", "/api/s3/multipart", body));
}

/** The path of a multipart upload, or a path below it. */
export function multipartPath({ uploadId, key }: { uploadId: string; key: string }, below = ""): string {
  return `/api/s3/multipart/${uploadId}${below}?${new URLSearchParams({ key }).toString()}`;
}

/** The address to PUT a part to. */
export async function partAddress(
  account: Account,
  upload: { uploadId: string; key: string },
  partNumber: number,
): Promise<string> {
  return (
    await expectOk<{ url: string }>(await account.request("GET", multipartPath(upload, `/${partNumber}`)))
  ).url;
}

/** The received parts. */
export async function listParts(
  account: Account,
  upload: { uploadId: string; key: string },
): Promise<{ PartNumber: number; ETag: string; Size: number }[]> {
  return expectOk(await account.request("GET", multipartPath(upload)));
}
