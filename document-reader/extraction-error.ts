import { documentErrorMessage, type DocumentErrorCode } from "../contract/errors.ts";

/** A document that cannot be read, with the reason that its uploader is told. */
export class ExtractionError extends Error {
  readonly code: DocumentErrorCode;

  constructor(code: DocumentErrorCode, options?: ErrorOptions) {
    super(documentErrorMessage[code], options);
    this.name = "ExtractionError";
    this.code = code;
  }
}
