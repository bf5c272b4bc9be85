import { lengthUnit, PostingsReader } from "../ingestion/index/postings.ts";

const makeArrays = (size: number) => ({
  scores: new Float64Array(size),
  smoothed: new Float64Array(size),
  frequencies: new Float64Array(size),
  touched: new Int32Array(size),
  candidateNumbers: new Uint16Array(size),
});

/**
 * Arrays for the duration of a ranking. A ranking runs synchronously, so all of a process share one set, which the next
 * call reuses: new arrays for each question were megabytes of garbage in a large collection. The returned function gives
 * arrays with an element for each of `size` chunks, all zero.
 */
export function openRankingArrays() {
  let arrays = makeArrays(0);
  return (size: number) => {
    if (size > arrays.scores.length) arrays = makeArrays(Math.ceil(size * 1.2));
    const { scores, smoothed, frequencies, touched, candidateNumbers } = arrays;
    return {
      scores: scores.subarray(0, size).fill(0),
      smoothed: smoothed.subarray(0, size).fill(0),
      frequencies: frequencies.subarray(0, size).fill(0),
      touched: touched.subarray(0, size),
      candidateNumbers: candidateNumbers.subarray(0, size).fill(0),
    };
  };
}

export type ZeroedArrays = ReturnType<ReturnType<typeof openRankingArrays>>;

/** Numbers the chunks of all versions that are read: a chunk's id is the base of its segment plus its ordinal. */
export class ChunkSpace {
  /** The range [from, to) of each segment's ids, ascending. */
  readonly segments: { segment: number; from: number; to: number }[] = [];
  readonly #bases = new Map<number, number>();
  /** Chunks numbered so far. */
  size = 0;

  /** The id of the first chunk of a segment. */
  base(segment: number, chunkCount: number): number {
    const known = this.#bases.get(segment);
    if (known !== undefined) return known;
    const base = this.size;
    this.#bases.set(segment, base);
    this.size += chunkCount;
    this.segments.push({ segment, from: base, to: this.size });
    return base;
  }

  /** The segment of a chunk, and its ordinal there. */
  locate(id: number): { segment: number; ordinal: number } {
    let low = 0;
    let high = this.segments.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.segments[middle]?.from ?? 0) <= id) low = middle;
      else high = middle;
    }
    const { segment = 0, from = 0 } = this.segments[low] ?? {};
    return { segment, ordinal: id - from };
  }
}

/** All chunks that contain one term, as parallel columns of `count` entries. */
export interface TermMatches {
  count: number;
  ids: Int32Array;
  /** Occurrences in the text; 0 if the term is in the heading path only. */
  frequencies: Uint8Array;
  headings: Uint8Array;
  /** In terms, rounded to `lengthUnit`. */
  lengths: Uint16Array;
  /** Where an entry's positions begin in `bytes`. */
  offsets: Int32Array;
  bytes: Uint8Array;
  /** The ranges [from, to) of ids of the versions that have the term in their title or name. */
  titled: { from: number; to: number }[];
}

/** The smallest entry: three bytes. */
const minEntryBytes = 3;

/** Decodes the concatenated postings of one term. */
export function readMatches(bytes: Uint8Array, space: ChunkSpace): TermMatches {
  const maxEntries = Math.ceil(bytes.length / minEntryBytes);
  const ids = new Int32Array(maxEntries);
  const frequencies = new Uint8Array(maxEntries);
  const headings = new Uint8Array(maxEntries);
  const lengths = new Uint16Array(maxEntries);
  const offsets = new Int32Array(maxEntries);
  const titled: TermMatches["titled"] = [];
  const reader = new PostingsReader(bytes);
  let count = 0;
  while (!reader.done) {
    const segment = reader.varint();
    const chunkCount = reader.varint();
    const base = space.base(segment, chunkCount);
    if (reader.byte() === 1) titled.push({ from: base, to: base + chunkCount });
    let id = base - 1;
    for (let left = reader.varint(); left > 0; left--) {
      id += reader.varint();
      const frequency = reader.varint();
      ids[count] = id;
      frequencies[count] = frequency >> 1;
      headings[count] = frequency & 1;
      lengths[count] = reader.byte() * lengthUnit;
      offsets[count] = reader.at;
      reader.skip(frequency >> 1);
      count += 1;
    }
  }
  // Copies, because the cache keeps them: most entries take more than three bytes, so the arrays above are too long.
  return {
    count,
    ids: ids.slice(0, count),
    frequencies: frequencies.slice(0, count),
    headings: headings.slice(0, count),
    lengths: lengths.slice(0, count),
    offsets: offsets.slice(0, count),
    bytes,
    titled,
  };
}

/** The word positions of one entry, ascending. */
export function positionsOf(matches: TermMatches, entry: number): number[] {
  const reader = new PostingsReader(matches.bytes, matches.offsets[entry] ?? 0);
  const positions: number[] = [];
  let position = 0;
  for (let left = matches.frequencies[entry] ?? 0; left > 0; left--) {
    position += reader.varint();
    positions.push(position);
  }
  return positions;
}
