import { documentErrorMessage, type DocumentErrorCode } from "../contract/errors.ts";

/** A document cannot be read; the message is the reason shown to the person who uploaded it. */
export class ExtractionError extends Error {
  readonly code: DocumentErrorCode;

  constructor(code: DocumentErrorCode, options?: ErrorOptions) {
    super(documentErrorMessage[code], options);
    this.name = "ExtractionError";
    this.code = code;
  }
}

/** What `read` returns; null if it throws `corrupt`. */
export function unlessCorrupt<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ExtractionError && error.code === "corrupt") return null;
    throw error;
  }
}
