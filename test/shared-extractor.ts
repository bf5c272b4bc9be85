import { createExtractor, type Extractor } from "../server/ingestion/prepare/extractor.ts";
import { waitMs } from "./patience.ts";

let shared: Extractor | undefined;

/**
 * An extractor for one test server. Its reading processes are those of the whole test process: a new one compiles
 * PDFium and the readers anew, and takes longer for that than for the documents of a test file.
 */
export function sharedExtractor(): Extractor {
  shared ??= createSharedExtractor();
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

/** Vitest ends a test process with SIGTERM: what the extractor keeps on disk goes first. */
function createSharedExtractor(): Extractor {
  const extractor = createExtractor({ idleMs: waitMs });
  process.once("SIGTERM", () => {
    void extractor.close().finally(() => process.kill(process.pid, "SIGTERM"));
  });
  return extractor;
}
