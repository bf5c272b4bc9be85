/** The part of the WebAssembly API that is used here; Node's types lack it without those of the browser. */
declare namespace WebAssembly {
  type Exports = Record<string, unknown>;
  type Imports = Record<string, Record<string, unknown>>;
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports?: Imports);
    readonly exports: Exports;
  }
}
