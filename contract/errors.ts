import { z } from "zod";
import { keyIn } from "./common.ts";

/** The body of every error reply: a stable code for programs, and a sentence for people. */
export const ErrorReply = z.object({
  code: z.string().regex(/^[a-z0-9_]+$/),
  message: z.string(),
  details: z.unknown().optional(),
});
export type ErrorReply = z.infer<typeof ErrorReply>;

/** Why a document could not be read, for the person who uploaded it: what happened, and what to do about it. */
export const documentErrorMessage = {
  password_protected: "This file is password-protected. Upload a copy without the password.",
  corrupt: "This file is damaged or incomplete. Open it, save it again and upload the new copy.",
  wrong_type: "This isn't a PDF or Word file.",
  no_text: "This file has no text. It may be a scan. Run text recognition (OCR) on it and upload the result.",
  too_complex: "This file is too complex to read. Split it into smaller documents.",
  too_large: "This file is larger than 10 MB. Upload a smaller one.",
  empty: "This file is empty. Upload one with content.",
  internal:
    "Something went wrong on our side while reading this file. Try again. If it fails again, tell your administrator.",
};
export const DocumentErrorCode = keyIn(documentErrorMessage);
export type DocumentErrorCode = z.infer<typeof DocumentErrorCode>;
