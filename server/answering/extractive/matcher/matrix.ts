import { readFileSync } from "node:fs";

interface MatrixModule {
  memory: { buffer: ArrayBuffer };
  multiplyAdd: (x: number, w: number, out: number, rows: number, inner: number, columns: number) => void;
}

/** Matrices of 32-bit floats in the memory of a WebAssembly module that multiplies them, four numbers at a time. */
export class Matrices {
  readonly #module: MatrixModule;
  #end = 0;

  constructor() {
    const module = new WebAssembly.Module(readFileSync(new URL("matrix.wasm", import.meta.url)));
    this.#module = new WebAssembly.Instance(module).exports as unknown as MatrixModule;
  }

  /** A matrix of so many numbers. Throws a RangeError if the memory is too small for it. */
  allocate(size: number): Float32Array {
    const matrix = new Float32Array(this.#module.memory.buffer, this.#end, size);
    this.#end += matrix.byteLength;
    return matrix;
  }

  copy(values: Float32Array): Float32Array {
    const matrix = this.allocate(values.length);
    matrix.set(values);
    return matrix;
  }

  /** Adds x·w to `out`: x has `inner` columns, w and `out` have `columns`, a multiple of 16. */
  readonly multiplyAdd = (
    [x, w, out]: readonly [Float32Array, Float32Array, Float32Array],
    { rows, inner, columns }: { rows: number; inner: number; columns: number },
  ): void => this.#module.multiplyAdd(x.byteOffset, w.byteOffset, out.byteOffset, rows, inner, columns);
}
