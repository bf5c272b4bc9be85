import { inflateRawSync } from "node:zlib";
import { Bytes } from "../bytes.ts";
import { ExtractionError } from "../extraction-error.ts";
import { listZipEntries, localHeader, type ZipEntry } from "./zip-entries.ts";

/** Limits for one archive. They count the bytes actually inflated, not the sizes that the archive claims. */
const maxMembers = 10_000;
const maxMemberBytes = 64 * 1024 * 1024;
const maxTotalBytes = 128 * 1024 * 1024;
/** Maximum ratio of inflated to compressed bytes; only checked for members above `ratioFloorBytes`. */
const maxRatio = 300;
const ratioFloorBytes = 8 * 1024 * 1024;

/**
 * A zip archive held in memory; each member is inflated when it is read. Throws `too_large` beyond a limit and
 * `password_protected` for an encrypted member.
 */
export class ZipArchive {
  readonly names: string[];
  readonly #bytes: Uint8Array;
  readonly #entries = new Map<string, ZipEntry>();
  #inflatedBytes = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    const entries = listZipEntries(bytes);
    if (entries.length >= maxMembers) throw new ExtractionError("too_large");
    for (const entry of entries) {
      // Names are case-insensitive, as in Word; of two equal names the first wins.
      const key = entry.name.toLowerCase();
      if (!this.#entries.has(key)) this.#entries.set(key, entry);
    }
    this.names = [...this.#entries.values()].map((entry) => entry.name);
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /** The bytes of a member; `null` if there is no such member. Throws `corrupt` for a damaged one. */
  read(name: string): Uint8Array | null {
    const entry = this.#entries.get(name.toLowerCase());
    if (entry === undefined) return null;
    if (entry.encrypted) throw new ExtractionError("password_protected");
    const bytes = this.#unpack(entry, this.#packedBytes(entry));
    this.#inflatedBytes += bytes.length;
    return bytes;
  }

  #packedBytes(entry: ZipEntry): Uint8Array {
    const file = new Bytes(this.#bytes);
    const at = entry.headerOffset;
    if (file.u32(at) !== localHeader) throw new ExtractionError("corrupt");
    const start = at + 30 + file.u16(at + 26) + file.u16(at + 28);
    return file.slice(start, entry.compressedSize ?? file.length).data;
  }

  #unpack(entry: ZipEntry, packed: Uint8Array): Uint8Array {
    const limit = Math.min(maxMemberBytes, maxTotalBytes - this.#inflatedBytes);
    if (entry.method === 0) {
      if (packed.length > limit) throw new ExtractionError("too_large");
      return packed;
    }
    if (entry.method !== 8 || packed.length === 0) throw new ExtractionError("corrupt");
    const byRatio = Math.max(ratioFloorBytes, packed.length * maxRatio);
    try {
      return inflateRawSync(packed, { maxOutputLength: Math.max(1, Math.min(limit, byRatio)) });
    } catch (error) {
      const tooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
      throw new ExtractionError(tooLarge ? "too_large" : "corrupt", { cause: error });
    }
  }
}
