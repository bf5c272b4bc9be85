/** Why the product cannot start: a sentence for the operator that says what to do, printed without a stack trace. */
export class StartError extends Error {
  override name = "StartError";
}
