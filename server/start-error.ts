/**
 * Why the product cannot start, in a sentence for the operator that says what to do. Shown as it is,
 * without a stack trace.
 */
export class StartError extends Error {
  override name = "StartError";
}
