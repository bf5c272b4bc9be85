import type { JobHandler } from "../../jobs.ts";
import { failVersion, processDocument, type ProcessingTools } from "./process-document.ts";

/** The job that reads an uploaded version; the version ends completed or in error. */
export function documentJob(tools: ProcessingTools): JobHandler<"document.process"> {
  return {
    run: (job) => processDocument(tools, job),
    exhausted: (job) => failVersion(tools, job, "internal"),
  };
}
