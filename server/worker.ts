import type { Context } from "./context.ts";
import type { JobHandlers } from "./jobs.ts";
import { detectType } from "./pipeline/extract/detect-type.ts";
import { ExtractionError } from "./pipeline/extract/extraction-error.ts";
import { extractPdf } from "./pipeline/extract/pdf/extract-pdf.ts";
import { extractDoc } from "./pipeline/extract/word/extract-doc.ts";
import { extractDocx } from "./pipeline/extract/word/extract-docx.ts";
import { documentJob } from "./pipeline/upload/document-job.ts";
import type { ReadDocument } from "./pipeline/upload/process-document.ts";

/** Starts working: the one list of jobs. */
export async function startWorker(context: Context): Promise<void> {
  const handlers: Partial<JobHandlers> = {
    "document.process": documentJob({ ...context, readDocument }),
  };
  await context.jobs.work(handlers as JobHandlers);
}

const readDocument: ReadDocument = (bytes) => {
  const type = detectType(bytes);
  if (type === null) throw new ExtractionError("wrong_type");
  return { pdf: extractPdf, docx: extractDocx, doc: extractDoc }[type](bytes);
};
