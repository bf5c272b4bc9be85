import { z } from "zod";
import { Id } from "./common.ts";

/** Read, chunk and index one version of a document. Every job carries its organization. */
export const ProcessDocumentJob = z.object({ organizationId: Id, documentId: Id, versionId: Id });
export type ProcessDocumentJob = z.infer<typeof ProcessDocumentJob>;
