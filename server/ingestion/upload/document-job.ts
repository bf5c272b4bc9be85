import type { JobHandler } from "../../jobs.ts";
import { failVersion, processDocument, type ProcessingTools } from "./process-document.ts";

/** The job behind every upload: ends with the version completed or in error. */
export function documentJob(tools: ProcessingTools): JobHandler<"document.process"> {
  return {
    run: (job) => processDocument(tools, job),
    exhausted: (job) => failVersion(tools, job, "internal"),
  };
}
