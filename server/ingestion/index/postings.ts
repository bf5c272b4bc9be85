import type { Audience } from "../../../contract/common.ts";

/**
 * The postings of one term in one version of a document, packed into bytes. Each is a row of the index, so that a
 * question reads one range of rows per term, and rows of several versions can be concatenated.
 *
 *   varint segment, varint chunk count of the version, byte 1 if the term is in its title or name, else 0,
 *   varint n, then n times:
 *     varint ordinal minus the ordinal before (the first minus -1),
 *     varint 2 × frequency + (1 if the term is in the heading path),
 *     byte   length of the chunk in units of `lengthUnit` terms (at most 255),
 *     varint position minus the position before, `frequency` times.
 *
 * Varints are LEB128. A term that is in the heading path only has frequency 0.
 */
export interface Posting {
  ordinal: number;
  inHeading: boolean;
  /** In terms. */
  length: number;
  /** Ascending word positions in the chunk; as many as the frequency. */
  positions: number[];
}

export const lengthUnit = 4;

/** More occurrences would not change the score. */
const maxPositions = 64;

/** The prefix of each row of a version: its segment, which is the number of the version in the index. */
export function encodeSegment(segment: number): Buffer {
  const bytes: number[] = [];
  writeVarint(bytes, segment);
  return Buffer.from(bytes);
}

/** A row without its segment, which is only known when the row is written. */
export function encodePostings(row: { chunkCount: number; inTitle: boolean; postings: Posting[] }): Buffer {
  const bytes: number[] = [];
  writeVarint(bytes, row.chunkCount);
  bytes.push(row.inTitle ? 1 : 0);
  writeVarint(bytes, row.postings.length);
  let ordinal = -1;
  for (const posting of row.postings) {
    const positions = posting.positions.slice(0, maxPositions);
    writeVarint(bytes, posting.ordinal - ordinal);
    writeVarint(bytes, positions.length * 2 + (posting.inHeading ? 1 : 0));
    bytes.push(Math.min(255, Math.round(posting.length / lengthUnit)));
    let before = 0;
    for (const position of positions) {
      writeVarint(bytes, position - before);
      before = position;
    }
    ordinal = posting.ordinal;
  }
  return Buffer.from(bytes);
}

function writeVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest & 127) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

/** Reads concatenated rows value by value; the caller follows the format above. */
export class PostingsReader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Offset of the next byte. */
  get at(): number {
    return this.#at;
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    return this.#bytes[this.#at++] ?? 0;
  }

  varint(): number {
    let byte = this.#bytes[this.#at++] ?? 0;
    if (byte < 128) return byte;
    let value = byte & 127;
    let scale = 128;
    do {
      byte = this.#bytes[this.#at++] ?? 0;
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte >= 128);
    return value;
  }

  /** Passes over `count` varints. */
  skip(count: number): void {
    for (let left = count; left > 0 && this.#at < this.#bytes.length; this.#at++) {
      if ((this.#bytes[this.#at] ?? 0) < 128) left -= 1;
    }
  }
}

/** The value of the audience column of the tables `postings` and `vocabulary`. */
export const audienceByte = (audience: Audience): "i" | "e" => (audience === "internal" ? "i" : "e");
