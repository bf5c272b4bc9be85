import { ExtractionError } from "../../extraction-error.ts";

const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** Sector numbers from here on are marks, not places. */
const firstMark = 0xfffffffa;
const none = 0xffffffff;
const entryBytes = 128;
const maxDirectoryEntries = 50_000;

interface DirectoryEntry {
  name: string;
  /** 1 storage, 2 stream, 5 root. */
  type: number;
  left: number;
  right: number;
  child: number;
  firstSector: number;
  size: number;
}

export function isCompoundFile(bytes: Uint8Array): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}

/**
 * An OLE2 compound file, the container of .doc (MS-CFB). Chains of sectors are followed at most once
 * around, and nothing larger than the file itself is ever reserved, so that no file can hang or
 * exhaust the reader.
 */
export class CompoundFile {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #sectorBytes: number;
  readonly #fat: Uint32Array;
  readonly #miniFat: Uint32Array;
  readonly #miniStream: Uint8Array;
  readonly #miniCutoff: number;
  readonly #entries: DirectoryEntry[];
  readonly #rootNames: Map<string, DirectoryEntry>;

  constructor(bytes: Uint8Array) {
    if (!isCompoundFile(bytes) || bytes.length < 512) throw new ExtractionError("corrupt");
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const shift = this.#view.getUint16(30, true);
    this.#sectorBytes = shift === 12 ? 4096 : 512;
    this.#miniCutoff = 4096;
    this.#fat = this.#readFat();
    this.#entries = readDirectory(this.#chain(this.#view.getUint32(48, true), bytes.length));
    this.#miniFat = words(this.#chain(this.#view.getUint32(60, true), bytes.length));
    const root = this.#entries[0];
    this.#miniStream = root === undefined ? new Uint8Array() : this.#chain(root.firstSector, root.size);
    this.#rootNames = this.#childrenOf(root);
  }

  /** Names of all entries, whatever storage they are in. */
  get allNames(): string[] {
    return this.#entries.map(({ name }) => name);
  }

  hasStream(name: string): boolean {
    return this.#rootNames.has(name.toLowerCase());
  }

  /** A stream of the root storage, `null` when there is none; cut short where its chain breaks. */
  stream(name: string): Uint8Array | null {
    const entry = this.#rootNames.get(name.toLowerCase());
    if (entry === undefined) return null;
    return entry.size < this.#miniCutoff
      ? this.#miniChain(entry.firstSector, entry.size)
      : this.#chain(entry.firstSector, entry.size);
  }

  /** The entries of the root storage; of a damaged tree, all streams of the file. */
  #childrenOf(root: DirectoryEntry | undefined): Map<string, DirectoryEntry> {
    const found = new Map<string, DirectoryEntry>();
    const seen = new Set<number>();
    const waiting = root === undefined ? [] : [root.child];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const entry = this.#entries[id];
      if (entry === undefined || seen.has(id)) continue;
      seen.add(id);
      if (!found.has(entry.name.toLowerCase())) found.set(entry.name.toLowerCase(), entry);
      waiting.push(entry.left, entry.right);
    }
    if (found.size > 0) return found;
    for (const entry of this.#entries)
      if (entry.type === 2 && !found.has(entry.name.toLowerCase()))
        found.set(entry.name.toLowerCase(), entry);
    return found;
  }

  #sector(number: number): Uint8Array {
    const start = (number + 1) * this.#sectorBytes;
    return this.#bytes.subarray(start, start + this.#sectorBytes);
  }

  #readFat(): Uint32Array {
    const perSector = this.#sectorBytes / 4;
    const maxSectors = Math.ceil(this.#bytes.length / this.#sectorBytes / perSector) + 1;
    const places: number[] = [];
    for (let at = 76; at < 512 && places.length < maxSectors; at += 4)
      places.push(this.#view.getUint32(at, true));
    const seen = new Set<number>();
    let next = this.#view.getUint32(68, true);
    while (next < firstMark && !seen.has(next) && places.length < maxSectors) {
      seen.add(next);
      const list = words(this.#sector(next));
      places.push(...list.subarray(0, perSector - 1));
      next = list[perSector - 1] ?? none;
    }
    const fat = new Uint32Array(places.length * perSector).fill(none);
    places.forEach((place, index) => {
      if (place < firstMark) fat.set(words(this.#sector(place)), index * perSector);
    });
    return fat;
  }

  #chain(first: number, size: number): Uint8Array {
    const sectors: Uint8Array[] = [];
    const seen = new Set<number>();
    let length = 0;
    for (let at = first; at < firstMark && length < size && !seen.has(at); at = this.#fat[at] ?? none) {
      seen.add(at);
      const sector = this.#sector(at);
      if (sector.length === 0) break;
      sectors.push(sector);
      length += sector.length;
    }
    return joined(sectors, Math.min(size, length));
  }

  #miniChain(first: number, size: number): Uint8Array {
    const sectors: Uint8Array[] = [];
    const seen = new Set<number>();
    let length = 0;
    for (let at = first; at < firstMark && length < size && !seen.has(at); at = this.#miniFat[at] ?? none) {
      seen.add(at);
      const sector = this.#miniStream.subarray(at * 64, at * 64 + 64);
      if (sector.length === 0) break;
      sectors.push(sector);
      length += sector.length;
    }
    return joined(sectors, Math.min(size, length));
  }
}

function readDirectory(bytes: Uint8Array): DirectoryEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: DirectoryEntry[] = [];
  for (
    let at = 0;
    at + entryBytes <= bytes.length && entries.length < maxDirectoryEntries;
    at += entryBytes
  ) {
    const nameBytes = Math.max(0, Math.min(64, view.getUint16(at + 64, true)) - 2);
    let name = "";
    for (let byte = 0; byte + 1 < nameBytes; byte += 2)
      name += String.fromCharCode(view.getUint16(at + byte, true));
    entries.push({
      name,
      type: view.getUint8(at + 66),
      left: view.getUint32(at + 68, true),
      right: view.getUint32(at + 72, true),
      child: view.getUint32(at + 76, true),
      firstSector: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    });
  }
  return entries;
}

function words(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Uint32Array(Math.floor(bytes.length / 4));
  for (let index = 0; index < found.length; index++) found[index] = view.getUint32(index * 4, true);
  return found;
}

function joined(parts: Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part.subarray(0, length - at), at);
    at += Math.min(part.length, length - at);
  }
  return whole;
}
