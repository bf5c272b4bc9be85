const makeArrays = (size: number) => ({
  scores: new Float64Array(size),
  smoothed: new Float64Array(size),
  frequencies: new Float64Array(size),
  touched: new Int32Array(size),
  candidateNumbers: new Uint16Array(size),
});

/**
 * Arrays with an element for each chunk of a collection, for the duration of a ranking. A ranking runs synchronously,
 * so all of a process share one set: new arrays for each question were megabytes of garbage in a large collection.
 */
export class RankingArrays {
  #arrays = makeArrays(0);

  /** All zero, with `size` elements. The next call reuses them. */
  zeroed(size: number) {
    if (size > this.#arrays.scores.length) this.#arrays = makeArrays(Math.ceil(size * 1.2));
    const { scores, smoothed, frequencies, touched, candidateNumbers } = this.#arrays;
    return {
      scores: scores.subarray(0, size).fill(0),
      smoothed: smoothed.subarray(0, size).fill(0),
      frequencies: frequencies.subarray(0, size).fill(0),
      touched: touched.subarray(0, size),
      candidateNumbers: candidateNumbers.subarray(0, size).fill(0),
    };
  }
}

export type ZeroedArrays = ReturnType<RankingArrays["zeroed"]>;
