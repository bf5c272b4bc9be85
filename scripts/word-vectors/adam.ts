const firstDecay = 0.9;
const secondDecay = 0.999;

/** Kingma and Ba, "Adam: a method for stochastic optimization" (2015), on rows of one array. */
export class Adam {
  readonly #values: Float32Array;
  readonly #rate: number;
  readonly #first: Float32Array;
  readonly #second: Float32Array;
  #steps = 0;
  #share = 1;

  constructor(values: Float32Array, rate: number) {
    this.#values = values;
    this.#rate = rate;
    this.#first = new Float32Array(values.length);
    this.#second = new Float32Array(values.length);
  }

  /** Begins a step, in which each row is updated at most once. `share` scales the learning rate. */
  begin(share: number): void {
    this.#steps++;
    this.#share = share;
  }

  /** Moves the values from `start` on against their gradient. */
  update(start: number, gradient: ArrayLike<number>): void {
    const firstShare = 1 - firstDecay ** this.#steps;
    const secondShare = 1 - secondDecay ** this.#steps;
    for (let k = 0; k < gradient.length; k++) {
      const at = start + k;
      const slope = gradient[k] ?? 0;
      const first = firstDecay * (this.#first[at] ?? 0) + (1 - firstDecay) * slope;
      const second = secondDecay * (this.#second[at] ?? 0) + (1 - secondDecay) * slope * slope;
      this.#first[at] = first;
      this.#second[at] = second;
      const step = first / firstShare / (Math.sqrt(second / secondShare) + 1e-8);
      this.#values[at] = (this.#values[at] ?? 0) - this.#share * this.#rate * step;
    }
  }
}
