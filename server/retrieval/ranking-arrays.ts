/**
 * Arrays with a place for each chunk of a collection, which a ranking needs while it runs. It waits for nothing, so that
 * all rankings of a process use the same ones: new ones for each question were megabytes of garbage in a large collection.
 */
export class RankingArrays {
  #scores = new Float64Array();
  #smoothed = new Float64Array();
  #frequencies = new Float64Array();
  #touched = new Int32Array();
  #places = new Uint16Array();

  /** All zero, with room for this many chunks. They are the next ranking's when this one is done. */
  zeroed(size: number) {
    if (size > this.#scores.length) this.#grow(Math.ceil(size * 1.2));
    return {
      scores: this.#scores.subarray(0, size).fill(0),
      smoothed: this.#smoothed.subarray(0, size).fill(0),
      frequencies: this.#frequencies.subarray(0, size).fill(0),
      touched: this.#touched.subarray(0, size),
      places: this.#places.subarray(0, size).fill(0),
    };
  }

  #grow(size: number): void {
    this.#scores = new Float64Array(size);
    this.#smoothed = new Float64Array(size);
    this.#frequencies = new Float64Array(size);
    this.#touched = new Int32Array(size);
    this.#places = new Uint16Array(size);
  }
}

export type ZeroedArrays = ReturnType<RankingArrays["zeroed"]>;
