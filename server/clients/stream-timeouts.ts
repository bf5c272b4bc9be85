export type StreamTimeouts = ReturnType<typeof openStreamTimeouts>;

/**
 * The timeouts of one streamed request: half of the whole for the first token, the wait for which begins at once, and a
 * quarter for each next one.
 */
export function openStreamTimeouts(
  timeoutMs: number,
  { endsAt, signal }: { endsAt: number; signal?: AbortSignal | undefined },
) {
  const controller = new AbortController();
  const onAbort = () => controller.abort();
  const onTimeout = () => controller.abort(new DOMException("The model took too long.", "TimeoutError"));
  const end = setTimeout(onTimeout, Math.max(0, endsAt - performance.now()));
  let next = setTimeout(onTimeout, timeoutMs / 2);
  if (signal?.aborted === true) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  return {
    /** Aborted when a timeout has passed, for a reason called TimeoutError, or when the caller aborts. */
    signal: controller.signal,
    /** Call for each token; starts the wait for the next one. */
    onToken(): void {
      clearTimeout(next);
      next = setTimeout(onTimeout, timeoutMs / 4);
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
