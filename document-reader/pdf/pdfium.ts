import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { init, type Functions } from "@embedpdf/pdfium";
import { Bytes } from "../bytes.ts";
import { ExtractionError } from "../extraction-error.ts";

type Call = (...args: number[]) => number;

/** The functions of PDFium, called directly on the wasm exports, without wrappers or checks. */
export type Pdfium = Record<keyof Functions | "malloc" | "free", Call> & { memory: WebAssembly.Memory };

/** The limit of the wasm heap, and whether PDFium asked for more, which makes it trap. */
const heap = { limitMb: 512, exhausted: false, growths: 0 };

export function limitPdfiumHeap(limitMb: number): void {
  heap.limitMb = limitMb;
}

/** Whether PDFium was refused memory in this process. */
export const isPdfiumHeapExhausted = (): boolean => heap.exhausted;

/** How often the heap has grown. Each time it may move, which makes earlier views of it invalid. */
export const heapGrowths = (): number => heap.growths;

let loaded: Promise<Pdfium> | undefined;

/**
 * PDFium, loaded once per process (about 50 ms). A document that makes it trap leaves it unusable, so
 * the process should end after any error but an ExtractionError.
 */
export function loadPdfium(): Promise<Pdfium> {
  loaded ??= instantiate();
  return loaded;
}

async function instantiate(): Promise<Pdfium> {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve("@embedpdf/pdfium/pdfium.wasm")));
  let exports: WebAssembly.Exports = {};
  await init({
    print: () => {},
    printErr: () => {},
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) {
      const module = new WebAssembly.Module(wasm);
      const instance = new WebAssembly.Instance(module, withHeapLimit(imports));
      exports = instance.exports;
      done(instance, module);
      return exports;
    },
  });
  const pdfium = exports as Pdfium;
  pdfium.PDFiumExt_Init();
  return pdfium;
}

function withHeapLimit(imports: WebAssembly.Imports): WebAssembly.Imports {
  const env = { ...imports["env"] };
  const resize = env["emscripten_resize_heap"] as (sizeBytes: number) => boolean;
  env["emscripten_resize_heap"] = (sizeBytes: number) => {
    const allowed = sizeBytes >>> 0 <= heap.limitMb * 1024 * 1024;
    if (!allowed) heap.exhausted = true;
    heap.growths++;
    return allowed && resize(sizeBytes);
  };
  return { ...imports, env };
}

/** An opened file; disposing of it frees everything that belongs to it. */
export interface PdfFile extends Disposable {
  pdfium: Pdfium;
  document: number;
  pageCount: number;
}

/** PDFium's error codes for a missing password and for an unknown kind of encryption. */
const lockedErrors = new Set([4, 5]);

/**
 * Opens a PDF held in memory, with the empty user password if it is encrypted. A truncated file is corrupt: answers from
 * half a document would pass for answers from all of it.
 * @throws ExtractionError `password_protected`, `corrupt`, `empty`
 */
export async function openPdf(bytes: Uint8Array): Promise<PdfFile> {
  if (lengthWhenLinearized(bytes) > bytes.length) throw new ExtractionError("corrupt");
  const pdfium = await loadPdfium();
  using opened = new DisposableStack();
  const { pointer } = opened.use(allocate(pdfium, bytes.length || 1));
  new Uint8Array(pdfium.memory.buffer).set(bytes, pointer);
  const document = pdfium.FPDF_LoadMemDocument(pointer, bytes.length, 0);
  if (document === 0) {
    const isLocked = lockedErrors.has(pdfium.FPDF_GetLastError());
    throw new ExtractionError(isLocked ? "password_protected" : "corrupt");
  }
  opened.defer(() => pdfium.FPDF_CloseDocument(document));
  const pageCount = pdfium.FPDF_GetPageCount(document);
  if (pageCount === 0) throw new ExtractionError("empty");
  const kept = opened.move();
  return { pdfium, document, pageCount, [Symbol.dispose]: () => kept.dispose() };
}

/** The length that a linearized file states at its beginning, else 0 (ISO 32000-1, annex F). */
function lengthWhenLinearized(bytes: Uint8Array): number {
  const beginning = new Bytes(bytes).latin1(0, 1_024);
  return Number(/\/Linearized[^>]*\/L\s+(\d+)/u.exec(beginning)?.[1] ?? 0);
}

/**
 * Allocates memory in the wasm heap, which is freed at the end of the caller's block (`using`). Make a new view after
 * each call of PDFium, since the heap may move.
 */
export function allocate(pdfium: Pdfium, sizeBytes: number): Disposable & { pointer: number } {
  const pointer = pdfium.malloc(sizeBytes);
  if (pointer === 0) throw new ExtractionError("too_complex");
  return { pointer, [Symbol.dispose]: () => pdfium.free(pointer) };
}

/** Reads a UTF-16LE string from PDFium. Calls `write` twice: for the length in bytes, then for the string. */
export function readUtf16(pdfium: Pdfium, write: (pointer: number, sizeBytes: number) => number): string {
  const sizeBytes = write(0, 0);
  if (sizeBytes <= 2 || sizeBytes > 1_000_000) return "";
  using buffer = allocate(pdfium, sizeBytes);
  write(buffer.pointer, sizeBytes);
  return Buffer.from(pdfium.memory.buffer, buffer.pointer, sizeBytes - 2).toString("utf16le");
}
