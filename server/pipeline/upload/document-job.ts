import type { ProcessDocumentJob } from "../../../contract/jobs.ts";
import type { JobHandler } from "../../jobs.ts";
import { failVersion, processDocument, type ProcessingTools } from "./process-document.ts";

/** The job behind every upload: ends with the version completed or in error. */
export function documentJob(tools: ProcessingTools): JobHandler<"document.process"> {
  return {
    run: (job, { signal }) => processDocument(tools, job, { signal }),
    exhausted: (job: ProcessDocumentJob) => failVersion(tools, job, "internal"),
  };
}
