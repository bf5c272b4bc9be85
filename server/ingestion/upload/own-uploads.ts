import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { SignedUploads, Storage, UploadPlace } from "../../clients/storage.ts";
import { FileNotStoredError } from "../../clients/storage.ts";
import { withTenant, type Database, type Key, type Transaction } from "../../database/database.ts";
import { deleteRows, updateRows, upsertRow } from "../../database/rows.ts";
import { conflict, isDatabaseAway } from "../../errors.ts";
import {
  lockUploads,
  noSuchUpload,
  readParts,
  readUpload,
  releaseBytes,
  reserveBytes,
  type ObjectUpload,
} from "./object-uploads.ts";
import { announceFile, deleteFiles, orphanFiles, type FileTools } from "./orphaned-files.ts";

/** The claims of a signed address of this server, once its signature has been checked. */
export type Destination = Key<"storageKey">;

/** Signs an address of this server that receives an upload. */
type SignAddress = (method: "PUT" | "POST", place: UploadPlace, partNumber?: number) => string;

/** Signed uploads that this server receives itself. Objects and parts are files in its storage. */
export function ownUploads(tools: FileTools, sign: SignAddress): SignedUploads {
  const withUpload = <T>(
    { storageKey }: Pick<UploadPlace, "storageKey">,
    work: (trx: Transaction, upload: ObjectUpload | null) => Promise<T>,
  ): Promise<T> => {
    const organizationId = storageKey.slice(0, storageKey.indexOf("/"));
    return withTenant(tools.db, organizationId, async (trx) =>
      work(trx, await readUpload(trx, organizationId, storageKey)),
    );
  };
  const listParts = (place: UploadPlace) =>
    withUpload(place, async (trx, upload) => {
      if (upload === null || upload.assembled)
        throw new FileNotStoredError(`no upload to ${place.storageKey} is open`);
      const parts = await readParts(trx, upload);
      return parts.flatMap(({ etag, ...part }) => (etag === null ? [] : [{ ...part, etag }]));
    });
  return {
    putAddress: async (place) => sign("PUT", place),
    postForm: async (place) => ({ url: sign("POST", place), fields: { key: place.storageKey } }),
    beginParts: async () => null,
    partAddress: async (place, partNumber) => sign("PUT", place, partNumber),
    listParts,
    async assemble(place, parts) {
      const files = new Map((await listParts(place)).map((part) => [part.partNumber, part.storageKey]));
      const keys = parts.map(({ partNumber }) => {
        const key = files.get(partNumber);
        if (key === undefined)
          throw new FileNotStoredError(`part ${partNumber} of ${place.storageKey} is gone`);
        return key;
      });
      await tools.storage.put(place.storageKey, Readable.from(concatenate(tools.storage, keys)));
    },
    async abandon(place) {
      const files = await withUpload(place, async (trx, upload) => {
        if (upload === null) return [];
        const keys = (await readParts(trx, upload)).map(({ storageKey }) => storageKey);
        await orphanFiles(trx, keys);
        const values = { organization_id: upload.organizationId, upload_id: upload.id };
        await deleteRows(trx, "object_upload_parts", values);
        return keys;
      });
      await deleteFiles(tools, files);
    },
  };
}

async function* concatenate(storage: Storage, keys: string[]): AsyncGenerator<Uint8Array> {
  for (const key of keys) yield* (await storage.open(key)).stream as AsyncIterable<Uint8Array>;
}

/** Receives a whole object, which replaces an earlier one. Returns its ETag. */
export async function receiveObject(
  tools: FileTools,
  { organizationId, storageKey }: Destination,
  { source, sizeBytes }: { source: Readable; sizeBytes: number },
): Promise<string> {
  const upload = await withTenant(tools.db, organizationId, async (trx) => {
    const found = await readUpload(trx, organizationId, storageKey);
    if (found === null || found.inParts) throw noSuchUpload();
    await reserveBytes(trx, found, sizeBytes);
    return found;
  });
  const stored = await tools.storage.put(storageKey, source).catch(async (error: unknown) => {
    await releaseBytes(tools.db, upload);
    throw error;
  });
  const now = await withTenant(tools.db, organizationId, (trx) =>
    readUpload(trx, organizationId, storageKey),
  );
  if (now?.documentId === null) return etagOf(stored.sha256);
  // The upload was used or cancelled while these bytes were being received.
  await deleteFiles(tools, [upload.storageKey]);
  throw noSuchUpload();
}

/** Receives a part. Sending the same part again replaces it. Returns its ETag. */
export async function receivePart(
  tools: FileTools,
  { organizationId, storageKey }: Destination,
  { source, sizeBytes, partNumber }: { source: Readable; sizeBytes: number; partNumber: number },
): Promise<string> {
  const file = `${storageKey}.${partNumber}.${randomUUID()}`;
  const part = { organizationId, storageKey, partNumber, file, sizeBytes };
  const replaced = await announcePart(tools.db, part);
  try {
    await deleteFiles(tools, replaced);
    const { sha256 } = await tools.storage.put(file, source);
    await markStored(tools.db, part, etagOf(sha256));
    return etagOf(sha256);
  } catch (error) {
    // If the database connection was lost, the part may be marked as stored. Its file is deleted with the upload.
    if (!isDatabaseAway(error as Error)) await deleteFiles(tools, [file]);
    throw error;
  }
}

interface Part extends Destination {
  partNumber: number;
  file: string;
  sizeBytes: number;
}

/** Reserves the part's bytes and returns the files that it will replace. */
async function announcePart(db: Database, { organizationId, storageKey, partNumber, file, sizeBytes }: Part) {
  return withTenant(db, organizationId, async (trx) => {
    // Before reading the parts, so that concurrent parts count each other.
    await lockUploads(trx, organizationId);
    const upload = await readUpload(trx, organizationId, storageKey);
    if (upload === null || !upload.inParts) throw noSuchUpload();
    const parts = await readParts(trx, upload);
    const others = parts.filter((other) => other.partNumber !== partNumber);
    const total = others.reduce((sum, other) => sum + other.sizeBytes, sizeBytes);
    await reserveBytes(trx, upload, total);
    const part = { organization_id: organizationId, upload_id: upload.id, part_number: partNumber };
    const columns = { storage_key: file, size_bytes: sizeBytes, etag: null };
    await upsertRow(trx, "object_upload_parts", part, columns);
    await announceFile(trx, file, upload.expiresAt);
    const replaced = parts
      .filter((other) => other.partNumber === partNumber)
      .map((other) => other.storageKey);
    await orphanFiles(trx, replaced);
    return replaced;
  });
}

async function markStored(db: Database, { organizationId, file }: Part, etag: string): Promise<void> {
  const part = { organization_id: organizationId, storage_key: file };
  const isStored = await withTenant(db, organizationId, (trx) =>
    updateRows(trx, "object_upload_parts", part, { etag }),
  );
  if (!isStored) throw conflict("superseded", "This part was uploaded again or its upload was aborted.");
}

const etagOf = (sha256: Buffer): string => `"${sha256.toString("hex", 0, 16)}"`;
