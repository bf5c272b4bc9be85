import { ExtractionError } from "../../extraction-error.ts";
import { Bytes } from "../../bytes.ts";

const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** Sector numbers from here on have special meanings, such as the end of a chain. */
const firstSpecialSector = 0xfffffffa;
const noSector = 0xffffffff;
const entryBytes = 128;
const maxDirectoryEntries = 50_000;
/** Streams shorter than this are stored in the mini sectors of the mini stream, which is the root entry's stream. */
const miniStreamCutoffBytes = 4096;
const miniSectorBytes = 64;

type DirectoryEntry = ReturnType<typeof readDirectory>[number];

export function isCompoundFile(bytes: Uint8Array): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}

/**
 * An OLE2 compound file, the container of .doc (MS-CFB). No sector of a chain is read twice, and nothing larger than
 * the file itself is ever allocated, so that no file can hang the reader or exhaust its memory.
 */
export class CompoundFile {
  readonly #bytes: Bytes;
  readonly #sectorBytes: number;
  readonly #fat: Uint32Array;
  readonly #miniFat: Uint32Array;
  readonly #miniStream: Bytes;
  readonly #entries: DirectoryEntry[];
  readonly #rootNames: Map<string, DirectoryEntry>;

  constructor(bytes: Uint8Array) {
    if (!isCompoundFile(bytes) || bytes.length < 512) throw new ExtractionError("corrupt");
    this.#bytes = new Bytes(bytes);
    this.#sectorBytes = this.#bytes.u16(30) === 12 ? 4096 : 512;
    this.#fat = this.#readFat();
    this.#entries = readDirectory(this.#chain(this.#bytes.u32(48), bytes.length));
    this.#miniFat = toUint32s(this.#chain(this.#bytes.u32(60), bytes.length));
    const root = this.#entries[0];
    this.#miniStream = this.#chain(root?.firstSector ?? noSector, root?.size ?? 0);
    this.#rootNames = this.#childrenOf(root);
  }

  /** Names of the entries of all storages. */
  get allNames(): string[] {
    return this.#entries.map(({ name }) => name);
  }

  hasStream(name: string): boolean {
    return this.#rootNames.has(name.toLowerCase());
  }

  /** A stream of the root storage, `null` if there is none; truncated if its chain of sectors is broken. */
  stream(name: string): Bytes | null {
    const entry = this.#rootNames.get(name.toLowerCase());
    if (entry === undefined) return null;
    const { firstSector, size } = entry;
    if (size >= miniStreamCutoffBytes) return this.#chain(firstSector, size);
    return readChain(firstSector, size, this.#miniFat, (number) =>
      this.#miniStream.slice(number * miniSectorBytes, miniSectorBytes),
    );
  }

  /** The entries of the root storage by name; if its tree is damaged, all streams of the file. */
  #childrenOf(root: DirectoryEntry | undefined): Map<string, DirectoryEntry> {
    const children: DirectoryEntry[] = [];
    const seen = new Set<number>();
    const waiting = root === undefined ? [] : [root.child];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const entry = this.#entries[id];
      if (entry === undefined || seen.has(id)) continue;
      seen.add(id);
      children.push(entry);
      waiting.push(entry.left, entry.right);
    }
    const found = children.length > 0 ? children : this.#entries.filter(({ type }) => type === 2);
    // Of two entries with the same name the first wins.
    return new Map(found.toReversed().map((entry) => [entry.name.toLowerCase(), entry]));
  }

  #sector(number: number): Bytes {
    return this.#bytes.slice((number + 1) * this.#sectorBytes, this.#sectorBytes);
  }

  /** Reads the file allocation table: for each sector, the number of the next one in its chain. */
  #readFat(): Uint32Array {
    const perSector = this.#sectorBytes / 4;
    const maxSectors = Math.ceil(this.#bytes.length / this.#sectorBytes / perSector) + 1;
    const fatSectors: number[] = [];
    for (let at = 76; at < 512 && fatSectors.length < maxSectors; at += 4)
      fatSectors.push(this.#bytes.u32(at));
    const seen = new Set<number>();
    let next = this.#bytes.u32(68);
    while (next < firstSpecialSector && !seen.has(next) && fatSectors.length < maxSectors) {
      seen.add(next);
      const list = toUint32s(this.#sector(next));
      fatSectors.push(...list.subarray(0, perSector - 1));
      next = list[perSector - 1] ?? noSector;
    }
    const table = new Uint32Array(fatSectors.length * perSector).fill(noSector);
    for (const [index, number] of fatSectors.entries())
      if (number < firstSpecialSector) table.set(toUint32s(this.#sector(number)), index * perSector);
    return table;
  }

  #chain(first: number, size: number): Bytes {
    return readChain(first, size, this.#fat, (number) => this.#sector(number));
  }
}

/** Joins the sectors of a chain, up to `size` bytes. */
function readChain(first: number, size: number, nextOf: Uint32Array, sectorAt: (number: number) => Bytes) {
  const sectors: Uint8Array[] = [];
  const seen = new Set<number>();
  let length = 0;
  let at = first;
  while (at < firstSpecialSector && length < size && !seen.has(at)) {
    seen.add(at);
    const { data } = sectorAt(at);
    if (data.length === 0) break;
    sectors.push(data);
    length += data.length;
    at = nextOf[at] ?? noSector;
  }
  return new Bytes(Buffer.concat(sectors, Math.min(size, length)));
}

function readDirectory(bytes: Bytes) {
  const count = Math.min(maxDirectoryEntries, Math.floor(bytes.length / entryBytes));
  return Array.from({ length: count }, (_, index) => {
    const entry = bytes.slice(index * entryBytes, entryBytes);
    const nameBytes = Math.max(0, Math.min(64, entry.u16(64)) - 2);
    return {
      name: entry.utf16(0, Math.floor(nameBytes / 2)),
      /** 1 storage, 2 stream, 5 root. */
      type: entry.u8(66),
      left: entry.u32(68),
      right: entry.u32(72),
      child: entry.u32(76),
      firstSector: entry.u32(116),
      size: entry.u32(120),
    };
  });
}

const toUint32s = (bytes: Bytes): Uint32Array =>
  Uint32Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.u32(index * 4));
