import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import type { S3Config } from "../config.ts";
import { signS3Uploads } from "./s3-uploads.ts";
import { FileNotStoredError, isStorageKey, keySegments, type Storage, type StoredFile } from "./storage.ts";

/** S3's smallest part, and the most of a file that is in memory. */
const partBytes = 5 * 1024 * 1024;
const checkTimeoutMs = 5_000;

/**
 * Files in a bucket of any store with the S3 API. Programs that read local files get a temporary copy in
 * `scratchFolder`. Loaded only where it is configured, because the client takes 36 MB.
 */
export function openS3Storage(config: S3Config, scratchFolder: string): Storage {
  const client = createClient(config);
  const at = (key: string) => ({ Bucket: config.bucket, Key: keySegments(key).join("/") });
  const get = async (key: string, range?: string) =>
    client.send(new GetObjectCommand({ ...at(key), Range: range })).catch(notStored(key));
  const read = async (key: string, range?: string): Promise<Buffer> =>
    Buffer.from((await (await get(key, range)).Body?.transformToByteArray()) ?? []);
  const open: Storage["open"] = async (key, range) => {
    const { Body, ContentLength = 0 } = await get(key, range && `bytes=${range.start}-${range.end}`);
    return { stream: Body as Readable, sizeBytes: ContentLength };
  };
  const remove = async (key: string): Promise<void> =>
    void (await client.send(new DeleteObjectCommand(at(key))));
  return {
    put: async (key, source, { signal } = {}) => send(client, at(key), source, signal),
    open,
    read: (key) => read(key),
    // A range of an empty object is refused, and so is any beyond its end.
    readHead: (key, maxBytes) =>
      read(key, `bytes=0-${maxBytes - 1}`).catch((error: unknown) => {
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416)
          return Buffer.alloc(0);
        throw error;
      }),
    async withLocalFile(key, use) {
      await mkdir(scratchFolder, { recursive: true, mode: 0o700 });
      const copy = path.join(scratchFolder, randomUUID());
      try {
        await pipeline((await open(key)).stream, createWriteStream(copy, { mode: 0o600 }));
        return await use(copy);
      } finally {
        await rm(copy, { force: true });
      }
    },
    delete: remove,
    async deleteAll(prefix) {
      const list = { Bucket: config.bucket, Prefix: `${at(prefix).Key}/` };
      for (;;) {
        const { Contents = [] } = await client.send(new ListObjectsV2Command(list));
        if (Contents.length === 0) return;
        for (const { Key = "" } of Contents) await remove(Key);
      }
    },
    async *keys() {
      let ContinuationToken: string | undefined;
      do {
        const list = new ListObjectsV2Command({ Bucket: config.bucket, ContinuationToken });
        const { Contents = [], NextContinuationToken } = await client.send(list);
        for (const { Key = "" } of Contents) if (isStorageKey(Key)) yield Key;
        ContinuationToken = NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },
    async check() {
      const abortSignal = AbortSignal.timeout(checkTimeoutMs);
      await client.send(new HeadBucketCommand({ Bucket: config.bucket }), { abortSignal });
    },
    signedUploads: signS3Uploads(client, config),
  };
}

function createClient({ endpoint, region, accessKeyId, secretAccessKey }: S3Config): S3Client {
  return new S3Client({
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 4,
    // Other stores than Amazon's refuse the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 },
  });
}

/** Part by part, so that no file is ever in memory as a whole, nor in the bucket in half. */
async function send(
  client: S3Client,
  at: { Bucket: string; Key: string },
  source: Readable | Uint8Array,
  signal: AbortSignal | undefined,
): Promise<StoredFile> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source instanceof Uint8Array ? [source] : source) {
      signal?.throwIfAborted();
      const bytes = chunk as Uint8Array;
      hash.update(bytes);
      sizeBytes += bytes.length;
      yield bytes;
    }
    signal?.throwIfAborted();
  }
  const Body = Readable.from(counted());
  await new Upload({ client, params: { ...at, Body }, queueSize: 1, partSize: partBytes }).done();
  return { sizeBytes, sha256: hash.digest() };
}

function notStored(key: string): (error: unknown) => never {
  return (error) => {
    const isMissing = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
    // A missing bucket is not a missing file.
    if (!isMissing || error.name === "NoSuchBucket") throw error;
    throw new FileNotStoredError(`nothing is stored under ${key}`);
  };
}
