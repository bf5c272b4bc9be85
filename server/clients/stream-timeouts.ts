export type StreamTimeouts = ReturnType<typeof openStreamTimeouts>;

/**
 * The timeouts of one streamed request: half of `timeoutMs` for the first token, counted from now, and a quarter for
 * each further one.
 */
export function openStreamTimeouts(
  timeoutMs: number,
  { endsAt, signal }: { endsAt: number; signal?: AbortSignal | undefined },
) {
  const controller = new AbortController();
  const onTimeout = () => controller.abort(new DOMException("The model took too long.", "TimeoutError"));
  const end = setTimeout(onTimeout, Math.max(0, endsAt - performance.now()));
  let next = setTimeout(onTimeout, timeoutMs / 2);
  return {
    /** Aborted after a timeout, with a TimeoutError as its reason, or when the caller aborts. */
    signal: AbortSignal.any([controller.signal, ...(signal === undefined ? [] : [signal])]),
    /** Call for each token; restarts the timeout for the next one. */
    onToken(): void {
      clearTimeout(next);
      next = setTimeout(onTimeout, timeoutMs / 4);
    },
    close(): void {
      clearTimeout(end);
      clearTimeout(next);
      // Ends the request.
      controller.abort();
    },
  };
}
