import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  S3,
  S3ServiceException,
  NoSuchUpload,
  paginateListObjectsV2,
  paginateListParts,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import type { S3Config } from "../config.ts";
import {
  FileNotStoredError,
  isStorageKey,
  keySegments,
  measured,
  type Storage,
  type SignedUploads,
  type UploadPlace,
} from "./storage.ts";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { maxObjectBytes } from "../../contract/limits.ts";

/** S3's minimum for a part; only one part of a file is in memory at a time. */
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
    client.getObject({ ...at(key), Range: range }).catch(notStored(key));
  const read = async (key: string, range?: string): Promise<Buffer> =>
    Buffer.from((await (await get(key, range)).Body?.transformToByteArray()) ?? []);
  const open: Storage["open"] = async (key, range) => {
    const { Body, ContentLength = 0 } = await get(key, range && `bytes=${range.start}-${range.end}`);
    return { stream: Body as Readable, sizeBytes: ContentLength };
  };
  const remove = async (key: string): Promise<void> => void (await client.deleteObject(at(key)));
  return {
    // In parts: a file is never completely in memory, and never partially visible in the bucket.
    async put(key, source, { signal } = {}) {
      const { bytes, stored } = measured(source, signal);
      const params = { ...at(key), Body: Readable.from(bytes) };
      await new Upload({ client, params, queueSize: 1, partSize: partBytes }).done();
      return stored();
    },
    open,
    read: (key) => read(key),
    // S3 refuses every range of an empty object.
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
        const { Contents = [] } = await client.listObjectsV2(list);
        if (Contents.length === 0) return;
        for (const { Key = "" } of Contents) await remove(Key);
      }
    },
    async *keys() {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: config.bucket }))
        for (const { Key = "" } of Contents) if (isStorageKey(Key)) yield Key;
    },
    async check() {
      const abortSignal = AbortSignal.timeout(checkTimeoutMs);
      await client.headBucket({ Bucket: config.bucket }, { abortSignal });
    },
    signedUploads: signS3Uploads(client, config),
  };
}

function createClient({ endpoint, region, accessKeyId, secretAccessKey }: S3Config): S3 {
  return new S3({
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 4,
    // Stores other than Amazon's refuse the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 },
  });
}

function notStored(key: string): (error: unknown) => never {
  return (error) => {
    const isMissing = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
    // A missing bucket is not a missing file.
    if (!isMissing || error.name === "NoSuchBucket") throw error;
    throw new FileNotStoredError(`nothing is stored under ${key}`);
  };
}

/** Signs addresses for uploads from the browser straight into the bucket. */
function signS3Uploads(client: S3, { bucket }: S3Config): SignedUploads {
  const at = ({ storageKey, storeUploadId }: Pick<UploadPlace, "storageKey" | "storeUploadId">) => ({
    Bucket: bucket,
    Key: storageKey,
    UploadId: storeUploadId ?? "",
  });
  return {
    putAddress: (place) => {
      const command = new PutObjectCommand({ Bucket: bucket, Key: place.storageKey });
      return getSignedUrl(client, command, lifetimeOf(place));
    },
    postForm: ({ storageKey, ...place }) =>
      createPresignedPost(client, {
        Bucket: bucket,
        Key: storageKey,
        Conditions: [["content-length-range", 0, maxObjectBytes]],
        Expires: lifetimeOf(place).expiresIn,
      }),
    async beginParts(storageKey) {
      const upload = await client.createMultipartUpload({ Bucket: bucket, Key: storageKey });
      return upload.UploadId ?? null;
    },
    partAddress: (place, partNumber) => {
      const command = new UploadPartCommand({ ...at(place), PartNumber: partNumber });
      return getSignedUrl(client, command, lifetimeOf(place));
    },
    async listParts(place) {
      const pages = await Array.fromAsync(paginateListParts({ client }, at(place))).catch(isOver(place));
      return pages
        .flatMap(({ Parts = [] }) => Parts)
        .map(({ PartNumber: partNumber = 0, ETag: etag = "", Size: sizeBytes = 0 }) => {
          return { partNumber, etag, sizeBytes };
        });
    },
    async assemble(place, parts) {
      const Parts = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }));
      const request = { ...at(place), MultipartUpload: { Parts } };
      await client.completeMultipartUpload(request).catch(isOver(place));
    },
    async abandon(place) {
      await client.abortMultipartUpload(at(place)).catch((error: unknown) => {
        if (!(error instanceof NoSuchUpload)) throw error;
      });
    },
  };
}

const lifetimeOf = ({ expiresAt }: Pick<UploadPlace, "expiresAt">): { expiresIn: number } => ({
  expiresIn: Math.max(1, Math.floor((expiresAt.getTime() - Date.now()) / 1000)),
});

function isOver({ storageKey }: UploadPlace): (error: unknown) => never {
  return (error) => {
    throw error instanceof NoSuchUpload
      ? new FileNotStoredError(`no upload to ${storageKey} is open`)
      : error;
  };
}
