/** Little-endian reader for untrusted bytes: reading past the end gives zeros instead of an error. */
export class Bytes {
  readonly data: Uint8Array;
  readonly #view: DataView;

  constructor(data: Uint8Array) {
    this.data = data;
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  }

  get length(): number {
    return this.data.length;
  }

  u8(at: number): number {
    return this.data[at] ?? 0;
  }

  u16(at: number): number {
    return at >= 0 && at + 2 <= this.length ? this.#view.getUint16(at, true) : 0;
  }

  u32(at: number): number {
    return at >= 0 && at + 4 <= this.length ? this.#view.getUint32(at, true) : 0;
  }

  u64(at: number): number {
    return this.u32(at) + this.u32(at + 4) * 2 ** 32;
  }

  /** Clamped to the data, so the result may be shorter than `length`. */
  slice(at: number, length: number): Bytes {
    const start = Math.max(0, at);
    return new Bytes(this.data.subarray(start, start + Math.max(0, length)));
  }

  /** UTF-16 text of `characters` code units. */
  utf16(at: number, characters: number): string {
    return new TextDecoder("utf-16le").decode(this.slice(at, characters * 2).data);
  }

  latin1(at: number, characters: number): string {
    return Buffer.from(this.slice(at, characters).data).toString("latin1");
  }
}

/** Index of the last item (sorted by `start`) that starts at or before `position`; 0 if all start later. */
export function lastStartingAtOrBefore(sorted: readonly { start: number }[], position: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle]?.start ?? Infinity) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
