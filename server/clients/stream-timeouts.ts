/** How long to wait for the first token, and for each one after it. */
export interface StreamLimits {
  firstTokenMs: number;
  betweenTokensMs: number;
}

/** Half of the whole timeout for the first token, a quarter for each next one. */
export function streamLimitsFor(timeoutMs: number): StreamLimits {
  return { firstTokenMs: timeoutMs / 2, betweenTokensMs: timeoutMs / 4 };
}

export type StreamTimeouts = ReturnType<typeof openStreamTimeouts>;

/** The timeouts of one streamed request; the wait for the first token begins at once. */
export function openStreamTimeouts(
  { firstTokenMs, betweenTokensMs }: StreamLimits,
  { endsAt, signal }: { endsAt: number; signal?: AbortSignal | undefined },
) {
  const controller = new AbortController();
  const onAbort = () => controller.abort();
  const onTimeout = () => controller.abort(new DOMException("The model took too long.", "TimeoutError"));
  const end = setTimeout(onTimeout, Math.max(0, endsAt - performance.now()));
  let next = setTimeout(onTimeout, firstTokenMs);
  if (signal?.aborted === true) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  return {
    /** Aborted when a timeout has passed, for a reason called TimeoutError, or when the caller aborts. */
    signal: controller.signal,
    /** Call for each token; starts the wait for the next one. */
    onToken(): void {
      clearTimeout(next);
      next = setTimeout(onTimeout, betweenTokensMs);
    },
    close(): void {
      clearTimeout(end);
      clearTimeout(next);
      signal?.removeEventListener("abort", onAbort);
      // Ends the request; nothing more is read from it.
      controller.abort();
    },
  };
}
