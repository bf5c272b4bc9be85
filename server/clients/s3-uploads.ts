import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  NoSuchUpload,
  paginateListParts,
  PutObjectCommand,
  UploadPartCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { maxObjectBytes } from "../../contract/limits.ts";
import type { S3Config } from "../config.ts";
import { FileNotStoredError, type SignedUploads, type StoredPart, type UploadPlace } from "./storage.ts";

/** Signs addresses for uploads from the browser straight into the bucket. */
export function signS3Uploads(client: S3Client, { bucket }: S3Config): SignedUploads {
  const at = ({ storageKey, storeUploadId }: Pick<UploadPlace, "storageKey" | "storeUploadId">) => ({
    Bucket: bucket,
    Key: storageKey,
    UploadId: storeUploadId ?? "",
  });
  return {
    putAddress: (place) =>
      getSignedUrl(
        client,
        new PutObjectCommand({ Bucket: bucket, Key: place.storageKey }),
        lifetimeOf(place),
      ),
    postForm: ({ storageKey, ...place }) =>
      createPresignedPost(client, {
        Bucket: bucket,
        Key: storageKey,
        Conditions: [["content-length-range", 0, maxObjectBytes]],
        Expires: lifetimeOf(place).expiresIn,
      }),
    async beginParts(storageKey) {
      const command = new CreateMultipartUploadCommand({ Bucket: bucket, Key: storageKey });
      return (await client.send(command)).UploadId ?? null;
    },
    partAddress: (place, partNumber) =>
      getSignedUrl(
        client,
        new UploadPartCommand({ ...at(place), PartNumber: partNumber }),
        lifetimeOf(place),
      ),
    async listParts(place) {
      const parts: StoredPart[] = [];
      const pages = paginateListParts({ client }, at(place));
      for await (const { Parts = [] } of whileOpen(pages, place)) {
        for (const { PartNumber = 0, ETag = "", Size = 0 } of Parts)
          parts.push({ partNumber: PartNumber, etag: ETag, sizeBytes: Size });
      }
      return parts;
    },
    async assemble(place, parts) {
      const Parts = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }));
      const command = new CompleteMultipartUploadCommand({ ...at(place), MultipartUpload: { Parts } });
      await client.send(command).catch(isOver(place));
    },
    async abandon(place) {
      await client.send(new AbortMultipartUploadCommand(at(place))).catch((error: unknown) => {
        if (!(error instanceof NoSuchUpload)) throw error;
      });
    },
  };
}

const lifetimeOf = ({ expiresAt }: Pick<UploadPlace, "expiresAt">): { expiresIn: number } => ({
  expiresIn: Math.max(1, Math.floor((expiresAt.getTime() - Date.now()) / 1000)),
});

async function* whileOpen<T>(pages: AsyncIterable<T>, place: UploadPlace): AsyncGenerator<T> {
  try {
    yield* pages;
  } catch (error) {
    isOver(place)(error);
  }
}

function isOver({ storageKey }: UploadPlace): (error: unknown) => never {
  return (error) => {
    throw error instanceof NoSuchUpload
      ? new FileNotStoredError(`no upload to ${storageKey} is open`)
      : error;
  };
}
