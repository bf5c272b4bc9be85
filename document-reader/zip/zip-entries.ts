/** A member of a zip archive, as its directory (or, in a damaged archive, its own header) describes it. */
export interface ZipEntry {
  /** As a path with forward slashes and without a leading one. */
  name: string;
  /** 0 stored, 8 deflated. */
  method: number;
  encrypted: boolean;
  /** Claims of the archive: never used to reserve memory. `null` when only the data itself can tell. */
  compressedSize: number | null;
  /** Where the local header is. */
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
 * Lists the members of a zip archive without inflating any of them (APPNOTE.TXT 6.3.10). An archive
 * whose directory is missing or damaged is listed from the headers in front of its members.
 */
export function listZipEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return readDirectory(bytes, view) ?? scanLocalHeaders(bytes, view);
}

interface DirectoryPlace {
  start: number;
  end: number;
  /** Bytes in front of the archive proper: all its offsets are off by this. */
  shift: number;
}

function readDirectory(bytes: Uint8Array, view: DataView): ZipEntry[] | null {
  const place = findDirectory(view);
  if (place === null) return null;
  const entries: ZipEntry[] = [];
  let at = place.start;
  while (at + 46 <= place.end && view.getUint32(at, true) === directoryHeader) {
    if (entries.length >= maxZipEntries) break;
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    if (extraEnd > bytes.length) return null;
    const sizes = {
      inflated: view.getUint32(at + 24, true),
      compressed: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    };
    widen(view, nameEnd, extraEnd, sizes);
    entries.push({
      name: memberName(bytes.subarray(at + 46, nameEnd)),
      method: view.getUint16(at + 10, true),
      encrypted: (view.getUint16(at + 8, true) & 1) !== 0,
      compressedSize: sizes.compressed,
      headerOffset: sizes.offset + place.shift,
    });
    at = extraEnd + view.getUint16(at + 32, true);
  }
  const usable = entries.filter(
    ({ headerOffset }) =>
      headerOffset + 30 <= bytes.length && view.getUint32(headerOffset, true) === localHeader,
  );
  return usable.length > 0 && usable.length === entries.length ? usable : null;
}

function findDirectory(view: DataView): DirectoryPlace | null {
  const lowest = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= lowest; at--) {
    if (view.getUint32(at, true) !== endOfDirectory) continue;
    let size = view.getUint32(at + 12, true);
    let start = view.getUint32(at + 16, true);
    let end = at;
    const wide = findZip64End(view, at);
    if (wide !== null && (start === 0xffffffff || size === 0xffffffff)) {
      size = Number(view.getBigUint64(wide + 40, true));
      start = Number(view.getBigUint64(wide + 48, true));
      end = wide;
    }
    const shift = end - size - start;
    if (size > end || shift < 0) return null;
    return { start: start + shift, end, shift };
  }
  return null;
}

function findZip64End(view: DataView, end: number): number | null {
  const locator = end - 20;
  if (locator < 0 || view.getUint32(locator, true) !== zip64Locator) return null;
  const at = Number(view.getBigUint64(locator + 8, true));
  if (at + 56 > view.byteLength || view.getUint32(at, true) !== zip64EndOfDirectory) return null;
  return at;
}

/** Replaces the sizes that did not fit 32 bits by those of the zip64 extra field. */
function widen(
  view: DataView,
  from: number,
  to: number,
  sizes: { inflated: number; compressed: number; offset: number },
): void {
  for (let at = from; at + 4 <= to;) {
    const length = view.getUint16(at + 2, true);
    const end = Math.min(to, at + 4 + length);
    if (view.getUint16(at, true) === 1) {
      let field = at + 4;
      for (const key of ["inflated", "compressed", "offset"] as const) {
        if (sizes[key] !== 0xffffffff || field + 8 > end) continue;
        sizes[key] = Number(view.getBigUint64(field, true));
        field += 8;
      }
    }
    at = end;
  }
}

function scanLocalHeaders(bytes: Uint8Array, view: DataView): ZipEntry[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: ZipEntry[] = [];
  let at = buffer.indexOf("PK\x03\x04", 0, "latin1");
  while (at !== -1 && at + 30 <= bytes.length && entries.length < maxZipEntries) {
    const flags = view.getUint16(at + 6, true);
    const nameEnd = at + 30 + view.getUint16(at + 26, true);
    const dataStart = nameEnd + view.getUint16(at + 28, true);
    // Bit 3: the sizes follow the data, the header holds zeros.
    const sizesFollow = (flags & 8) !== 0;
    const compressedSize = sizesFollow ? null : view.getUint32(at + 18, true);
    if (dataStart <= bytes.length) {
      entries.push({
        name: memberName(bytes.subarray(at + 30, nameEnd)),
        method: view.getUint16(at + 8, true),
        encrypted: (flags & 1) !== 0,
        compressedSize: compressedSize === 0xffffffff ? null : compressedSize,
        headerOffset: at,
      });
    }
    const next = compressedSize === null ? at + 4 : dataStart + compressedSize;
    at = buffer.indexOf("PK\x03\x04", next <= at || next > bytes.length ? at + 4 : next, "latin1");
  }
  return entries;
}

const utf8 = new TextDecoder();

function memberName(bytes: Uint8Array): string {
  return utf8.decode(bytes).replaceAll("\\", "/").replace(/^\/+/, "");
}
