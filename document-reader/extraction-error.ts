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
