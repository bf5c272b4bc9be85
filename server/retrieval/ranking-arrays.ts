/**
 * Arrays with an element for each chunk of a collection, for the duration of a ranking. A ranking runs synchronously,
 * so all of a process share one set: new arrays for each question were megabytes of garbage in a large collection.
 */
export class RankingArrays {
  #scores = new Float64Array();
  #smoothed = new Float64Array();
  #frequencies = new Float64Array();
  #touched = new Int32Array();
  #candidateNumbers = new Uint16Array();

  /** All zero, with `size` elements. The next call reuses them. */
  zeroed(size: number) {
    if (size > this.#scores.length) this.#grow(Math.ceil(size * 1.2));
    return {
      scores: this.#scores.subarray(0, size).fill(0),
      smoothed: this.#smoothed.subarray(0, size).fill(0),
      frequencies: this.#frequencies.subarray(0, size).fill(0),
      touched: this.#touched.subarray(0, size),
      candidateNumbers: this.#candidateNumbers.subarray(0, size).fill(0),
    };
  }

  #grow(size: number): void {
    this.#scores = new Float64Array(size);
    this.#smoothed = new Float64Array(size);
    this.#frequencies = new Float64Array(size);
    this.#touched = new Int32Array(size);
    this.#candidateNumbers = new Uint16Array(size);
  }
}

export type ZeroedArrays = ReturnType<RankingArrays["zeroed"]>;
