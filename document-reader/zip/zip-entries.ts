import { Bytes } from "../bytes.ts";

/** A member of a zip archive, as described by the central directory (in a damaged archive, by its local header). */
export interface ZipEntry {
  /** A path with forward slashes, without a leading slash. */
  name: string;
  /** 0 stored, 8 deflated. */
  method: number;
  encrypted: boolean;
  /** As claimed by the archive, so never used to allocate memory. `null` if unknown until the data is inflated. */
  compressedSize: number | null;
  headerOffset: number;
}

const endOfDirectory = 0x06054b50;
const zip64Locator = 0x07064b50;
const zip64EndOfDirectory = 0x06064b50;
const directoryHeader = 0x02014b50;
export const localHeader = 0x04034b50;

/** More members than any office document has. */
const maxZipEntries = 20_000;

/**
 * Lists the members of a zip archive without inflating any of them (APPNOTE.TXT 6.3.10). If the central
 * directory is missing or damaged, the archive is scanned for local headers instead.
 */
export function listZipEntries(bytes: Uint8Array): ZipEntry[] {
  const file = new Bytes(bytes);
  return readDirectory(file) ?? scanLocalHeaders(file);
}

function readDirectory(file: Bytes): ZipEntry[] | null {
  const directory = findDirectory(file);
  if (directory === null) return null;
  const entries: ZipEntry[] = [];
  let at = directory.start;
  while (entries.length < maxZipEntries && at + 46 <= directory.end && file.u32(at) === directoryHeader) {
    const nameEnd = at + 46 + file.u16(at + 28);
    const extraEnd = nameEnd + file.u16(at + 30);
    if (extraEnd > file.length) return null;
    const sizes = { inflated: file.u32(at + 24), compressed: file.u32(at + 20), offset: file.u32(at + 42) };
    widen(file, nameEnd, extraEnd, sizes);
    entries.push({
      name: memberName(file.data.subarray(at + 46, nameEnd)),
      method: file.u16(at + 10),
      encrypted: (file.u16(at + 8) & 1) !== 0,
      compressedSize: sizes.compressed,
      headerOffset: sizes.offset + directory.shift,
    });
    at = extraEnd + file.u16(at + 32);
  }
  const isUsable = ({ headerOffset: offset }: ZipEntry): boolean =>
    offset + 30 <= file.length && file.u32(offset) === localHeader;
  return entries.length > 0 && entries.every(isUsable) ? entries : null;
}

function findDirectory(file: Bytes) {
  const lowest = Math.max(0, file.length - 22 - 0xffff);
  for (let at = file.length - 22; at >= lowest; at--) {
    if (file.u32(at) !== endOfDirectory) continue;
    let size = file.u32(at + 12);
    let start = file.u32(at + 16);
    let end = at;
    const wide = findZip64End(file, at);
    if (wide !== null && (start === 0xffffffff || size === 0xffffffff)) {
      size = file.u64(wide + 40);
      start = file.u64(wide + 48);
      end = wide;
    }
    // The number of bytes before the archive itself; all its offsets are off by this much.
    const shift = end - size - start;
    if (size > end || shift < 0) return null;
    return { start: start + shift, end, shift };
  }
  return null;
}

function findZip64End(file: Bytes, end: number): number | null {
  const locator = end - 20;
  if (locator < 0 || file.u32(locator) !== zip64Locator) return null;
  const at = file.u64(locator + 8);
  if (at + 56 > file.length || file.u32(at) !== zip64EndOfDirectory) return null;
  return at;
}

type Sizes = Record<"inflated" | "compressed" | "offset", number>;

/** Replaces sizes that did not fit into 32 bits with those of the zip64 extra field. */
function widen(file: Bytes, from: number, to: number, sizes: Sizes): void {
  for (let at = from; at + 4 <= to;) {
    const length = file.u16(at + 2);
    const end = Math.min(to, at + 4 + length);
    if (file.u16(at) === 1) {
      let field = at + 4;
      for (const key of ["inflated", "compressed", "offset"] as const) {
        if (sizes[key] !== 0xffffffff || field + 8 > end) continue;
        sizes[key] = file.u64(field);
        field += 8;
      }
    }
    at = end;
  }
}

function scanLocalHeaders(file: Bytes): ZipEntry[] {
  const { data } = file;
  const buffer = Buffer.from(data.buffer, data.byteOffset, data.length);
  const entries: ZipEntry[] = [];
  let at = buffer.indexOf("PK\x03\x04", 0, "latin1");
  while (at !== -1 && at + 30 <= file.length && entries.length < maxZipEntries) {
    const flags = file.u16(at + 6);
    const nameEnd = at + 30 + file.u16(at + 26);
    const dataStart = nameEnd + file.u16(at + 28);
    // Bit 3: the sizes follow the data, and the header has zeros instead.
    const sizesFollow = (flags & 8) !== 0;
    const compressedSize = sizesFollow ? null : file.u32(at + 18);
    if (dataStart <= file.length) {
      entries.push({
        name: memberName(file.data.subarray(at + 30, nameEnd)),
        method: file.u16(at + 8),
        encrypted: (flags & 1) !== 0,
        compressedSize: compressedSize === 0xffffffff ? null : compressedSize,
        headerOffset: at,
      });
    }
    const next = compressedSize === null ? at + 4 : dataStart + compressedSize;
    at = buffer.indexOf("PK\x03\x04", next <= at || next > file.length ? at + 4 : next, "latin1");
  }
  return entries;
}

const utf8 = new TextDecoder();

function memberName(bytes: Uint8Array): string {
  return utf8.decode(bytes).replaceAll("\\", "/").replace(/^\/+/, "");
}
