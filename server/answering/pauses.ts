import { setImmediate as yieldToOthers } from "node:timers/promises";

/** Lets others work whenever a slice of the work is over. */
export function pauses(sliceLengthMs: number): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < sliceLengthMs) return;
    await yieldToOthers();
    since = performance.now();
  };
}
