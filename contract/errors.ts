import { z } from "zod";

/** Body of every error reply: a stable code for programs, a sentence for a person. */
export const ErrorReply = z.object({
  code: z.string().regex(/^[a-z0-9_]+$/),
  message: z.string(),
  details: z.unknown().optional(),
});
export type ErrorReply = z.infer<typeof ErrorReply>;

/** Why a document could not be read. Shown to the person who uploaded it. */
export const DocumentErrorCode = z.enum([
  "password_protected",
  "corrupt",
  "wrong_type",
  "no_text",
  "too_complex",
  "too_large",
  "empty",
  "internal",
]);
export type DocumentErrorCode = z.infer<typeof DocumentErrorCode>;

/** One sentence a code, saying what happened and what to do about it. */
export const documentErrorMessage: Record<DocumentErrorCode, string> = {
  password_protected:
    "This file is protected by a password. Save a copy without the password and upload that.",
  corrupt: "This file is damaged and could not be read. Open it, save it again and upload the new copy.",
  wrong_type: "This is not a PDF or Word document, whatever its name says.",
  no_text:
    "No text was found: this looks like a scan. Run text recognition (OCR) on it and upload the result.",
  too_complex: "This file took too long or too much memory to read. Split it into smaller documents.",
  too_large: "This file is larger than 10 MB, or unpacks to more than can be read.",
  empty: "This file holds no content.",
  internal:
    "Reading this file failed on our side. Try again; if that does not help, tell whoever runs this server.",
};
