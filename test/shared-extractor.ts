import path from "node:path";
import { createExtractor, type Extractor } from "../server/ingestion/prepare/extractor.ts";
import { waitMs } from "./patience.ts";

let shared: Extractor | undefined;

/** Kept between test runs, so that compiled code is reused. */
const folder = path.resolve(import.meta.dirname, "../node_modules/.cache/reading");

/**
 * An extractor for one test server, which shares the reading processes of the whole test process: a new process
 * compiles PDFium and the readers again, which takes longer than reading the documents of a test file.
 */
export function sharedExtractor(): Extractor {
  shared ??= createExtractor({ folder, idleMs: waitMs });
  const pool = shared;
  const closed = Promise.withResolvers<never>();
  closed.promise.catch(() => undefined);
  const unlessClosed = <T>(result: Promise<T>): Promise<T> => Promise.race([closed.promise, result]);
  return {
    prepare: (...given) => unlessClosed(pool.prepare(...given)),
    renderPage: (...given) => unlessClosed(pool.renderPage(...given)),
    figures: () => pool.figures(),
    async close() {
      closed.reject(new Error("the extractor was closed"));
    },
  };
}
