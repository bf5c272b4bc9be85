import { readFile } from "node:fs/promises";
import type { ExtractedDocument } from "../../document-reader/extracted-document.ts";
import { ExtractionError } from "../../document-reader/extraction-error.ts";
import { readDocument } from "../../document-reader/read-document.ts";

// Reads one document and prints the result as JSON: node evals/extraction/read-one.ts FILE

export interface ReadResult {
  ms: number;
  document?: ExtractedDocument;
  code?: string;
}

const bytes = await readFile(process.argv[2] ?? "");
const started = performance.now();
const read = await readDocument(bytes).then(
  (document) => ({ document }),
  (error: unknown) => ({
    code: error instanceof ExtractionError ? error.code : `NOT AN EXTRACTION ERROR ${String(error)}`,
  }),
);
const result: ReadResult = { ms: performance.now() - started, ...read };
process.stdout.write(JSON.stringify(result));
