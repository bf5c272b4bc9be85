import { z } from "zod";
import { Audience, Author, Id, Line, Paging, Timestamp } from "./common.ts";
import { DocumentErrorCode } from "./errors.ts";
import { ObjectKey } from "./objects.ts";

const DocumentStatus = z.enum(["processing", "completed", "error"]);

export const FileType = z.enum(["pdf", "docx", "doc"]);
export type FileType = z.infer<typeof FileType>;

/** The `fileType` of a document in the API: contains "pdf" or "word", or is "docx". */
export const fileTypeNames: Record<FileType, string> = { pdf: "pdf", docx: "docx", doc: "msword" };

export const fileMediaTypes: Record<FileType, string> = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

/**
 * A document in lists and events. The id stays the same over all versions; the other fields are those of the
 * newest version. `answeringVersion` is the version that answers questions.
 */
export const Document = z.object({
  id: Id,
  name: z.string(),
  /** The type found in the content, whatever the file's name says: "pdf", "docx" or "msword". */
  fileType: z.string(),
  fileSize: z.int(),
  status: DocumentStatus,
  summary: z.string().nullable(),
  version: z.int(),
  answeringVersion: z.int().nullable(),
  /** The newest version is completed, but changes answers and waits for a member to accept it. */
  held: z.boolean(),
  type: Audience,
  createdAt: Timestamp,
  uploader: Author,
  pageCount: z.int().nullable(),
  error: z.object({ code: DocumentErrorCode, message: z.string() }).nullable(),
  /** While it waits to be read: how many documents come before it, and whether reading has stalled. */
  waiting: z.object({ before: z.int(), isStalled: z.boolean() }).nullable(),
  /** The `filePath` that this version was completed with; null for a version uploaded by a form. */
  filePath: z.string().nullable(),
});
export type Document = z.infer<typeof Document>;

export const DocumentListQuery = Paging.extend({
  type: Audience.optional(),
  search: Line.max(200).optional(),
});
export type DocumentListQuery = z.infer<typeof DocumentListQuery>;

/** A rectangle on a page for characters [start, end) of its text, in points from the top left. */
export const TextBox = z.object({
  start: z.int(),
  end: z.int(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});
export type TextBox = z.infer<typeof TextBox>;

/** One page. `boxes` is empty and `image` absent if the format has no fixed layout (Word). */
export const DocumentPage = z.object({
  page: z.int().min(1),
  width: z.number(),
  height: z.number(),
  text: z.string(),
  boxes: z.array(TextBox),
  /** Address of a picture of the page (PNG). */
  image: z.string().optional(),
});
export type DocumentPage = z.infer<typeof DocumentPage>;

/** The number of a version or page, at most the largest integer of the database. */
const PositiveInteger = z.coerce.number().int().min(1).max(2_147_483_647);

/** One version of a document; by default the answering one, or for a download the newest. */
export const DocumentVersionQuery = z.object({ version: PositiveInteger.optional() });
export const DocumentPageParams = z.object({ id: Id, page: PositiveInteger });

export const DocumentVersion = Document.omit({
  id: true,
  name: true,
  type: true,
  answeringVersion: true,
  held: true,
  waiting: true,
}).extend({
  /** Whether questions are answered from this version now. */
  answering: z.boolean(),
});
export type DocumentVersion = z.infer<typeof DocumentVersion>;

export const DocumentVersionParams = z.object({ id: Id, version: PositiveInteger });

/** GET /api/documents/{id}/versions/{version}/text: the text of one page. */
export const VersionText = z.object({ page: z.int(), text: z.string() });
export type VersionText = z.infer<typeof VersionText>;

/** The uploaded object that becomes the next version. */
export const CompleteDocument = z.object({ filePath: ObjectKey });

export const DocumentPageImageQuery = DocumentVersionQuery.extend({
  /** Width of the picture in pixels. */
  width: z.coerce.number().int().min(100).max(2400).default(1200),
});
