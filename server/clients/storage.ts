import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { ByteRange } from "../byte-range.ts";

export interface StoredFile {
  sizeBytes: number;
  sha256: Buffer;
}

/** Thrown for a key without a file, or an upload that is over. */
export class FileNotStoredError extends Error {
  override name = "FileNotStoredError";
}

/** For `catch`: null if nothing is stored under the key. */
export function nullIfNotStored(error: unknown): null {
  if (error instanceof FileNotStoredError) return null;
  throw error;
}

/**
 * Storage for uploaded files. A key is "organization/…": segments of letters, digits, dot, dash and
 * underscore; anything else throws. A file appears whole or not at all.
 */
export interface Storage {
  /** Replaces what the key held. Rejects, leaving nothing behind, when the source fails or `signal` aborts. */
  put(key: string, source: Readable | Uint8Array, options?: { signal?: AbortSignal }): Promise<StoredFile>;
  /** The file, or the part in `range`, which must be within it. `sizeBytes` is the length of the stream. */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; sizeBytes: number }>;
  read(key: string): Promise<Buffer>;
  readHead(key: string, maxBytes: number): Promise<Buffer>;
  /** Calls `use` with a local path, for programs that read files. The file must not be changed or kept. */
  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** Also succeeds when the key holds nothing. */
  delete(key: string): Promise<void>;
  /** Deletes every key below a prefix, such as all files of an organization. */
  deleteAll(prefix: string): Promise<void>;
  /** Every key with a file, in no particular order. */
  keys(): AsyncIterable<string>;
  /** Rejects when nothing can be stored. */
  check(): Promise<void>;
  /** Uploads straight into the storage; null when this server receives them itself. */
  signedUploads: SignedUploads | null;
}

/** Where the bytes of an upload by signed addresses go. */
export interface UploadPlace {
  storageKey: string;
  /** The store's id of a multipart upload; null if it has none. */
  storeUploadId: string | null;
  /** When the addresses expire. */
  expiresAt: Date;
}

/** A part as the browser lists it when all have been sent. */
export interface SentPart {
  partNumber: number;
  etag: string;
}

/** A part that has been received. */
export interface StoredPart extends SentPart {
  sizeBytes: number;
}

/** Uploads by browsers to signed addresses. */
export interface SignedUploads {
  /** Where to PUT a whole object. */
  putAddress(place: UploadPlace): Promise<string>;
  /** Where to POST a whole object as the last field, `file`, of a form. */
  postForm(place: UploadPlace): Promise<{ url: string; fields: Record<string, string> }>;
  /** Starts a multipart upload and returns the store's id of it. */
  beginParts(storageKey: string): Promise<string | null>;
  /** Where to PUT a part. The reply carries its ETag. */
  partAddress(place: UploadPlace, partNumber: number): Promise<string>;
  /** The received parts, in order. Throws FileNotStoredError when the upload is over. */
  listParts(place: UploadPlace): Promise<StoredPart[]>;
  /** Makes the parts one object. Throws FileNotStoredError when the upload is over. */
  assemble(place: UploadPlace, parts: SentPart[]): Promise<void>;
  /** Deletes the parts. Also succeeds when the upload is over. */
  abandon(place: Pick<UploadPlace, "storageKey" | "storeUploadId">): Promise<void>;
}

/** The bytes of a source, counted and hashed while they are read. Call `stored` after the last byte. */
export function measured(source: Readable | Uint8Array, signal?: AbortSignal) {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  async function* read(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source instanceof Uint8Array ? [source] : source) {
      signal?.throwIfAborted();
      const bytes = chunk as Uint8Array;
      hash.update(bytes);
      sizeBytes += bytes.length;
      yield bytes;
    }
    signal?.throwIfAborted();
  }
  return { bytes: read(), stored: (): StoredFile => ({ sizeBytes, sha256: hash.digest() }) };
}

const segment = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;

/** Whether the name of a file or object is a valid key; a bucket may also hold other things. */
export function isStorageKey(name: string): boolean {
  const segments = name.split("/");
  return segments.length <= 8 && segments.every((part) => segment.test(part));
}

/** The segments of a key. Throws for a key that could lead out of its folder. */
export function keySegments(key: string): string[] {
  if (!isStorageKey(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`);
  return key.split("/");
}
