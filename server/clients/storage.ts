import type { Readable } from "node:stream";

/** What was stored: its length and the SHA-256 of its bytes. */
export interface StoredFile {
  sizeBytes: number;
  sha256: Buffer;
}

/** Thrown by `open` and `read` for a key that holds nothing. */
export class FileNotStoredError extends Error {
  override name = "FileNotStoredError";
}

/**
 * Where uploaded files live. A key is "organization/…": segments of letters, digits, dot, dash and
 * underscore; anything else throws. A file appears whole or not at all.
 */
export interface Storage {
  /** Replaces what the key held. Rejects, leaving nothing behind, when the source fails or `signal` aborts. */
  put(key: string, source: Readable | Uint8Array, options?: { signal?: AbortSignal }): Promise<StoredFile>;
  open(key: string): Promise<{ stream: Readable; sizeBytes: number }>;
  read(key: string): Promise<Buffer>;
  /** Gives `use` a path on this machine, for programs that read files; it must not be changed or kept. */
  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** Also succeeds when the key holds nothing. */
  delete(key: string): Promise<void>;
  /** Deletes every key below a prefix, such as all files of an organization. */
  deleteAll(prefix: string): Promise<void>;
  /** Rejects when nothing can be stored. */
  check(): Promise<void>;
}

const segment = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;

/** The segments of a key. Throws for a key that could lead out of its folder. */
export function keySegments(key: string): string[] {
  const segments = key.split("/");
  if (segments.length < 1 || segments.length > 8 || !segments.every((part) => segment.test(part))) {
    throw new Error(`not a storage key: ${JSON.stringify(key)}`);
  }
  return segments;
}
