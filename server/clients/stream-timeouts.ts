import type { LanguageModelFault } from "./language-model-error.ts";

/** How long to wait for the first token, and for each one after it. */
export interface StreamLimits {
  firstTokenMs: number;
  betweenTokensMs: number;
}

/** Half of the whole timeout for the first token, a quarter for each next one. */
export function streamLimitsFor(timeoutMs: number): StreamLimits {
  return { firstTokenMs: timeoutMs / 2, betweenTokensMs: timeoutMs / 4 };
}

export interface StreamTimeouts {
  /** Aborted when a timeout has passed, or when the caller aborts. */
  signal: AbortSignal;
  /** Call for each token; starts the wait for the next one. */
  onToken(): void;
  /** Why the signal was aborted; null while it is not. */
  fault(): Extract<LanguageModelFault, "timeout" | "aborted"> | null;
  close(): void;
}

/** The timeouts of one streamed request; the wait for the first token begins at once. */
export function openStreamTimeouts(
  { firstTokenMs, betweenTokensMs }: StreamLimits,
  { endsAt, signal }: { endsAt: number; signal?: AbortSignal | undefined },
): StreamTimeouts {
  const controller = new AbortController();
  let why: ReturnType<StreamTimeouts["fault"]> = null;
  const abort = (fault: "timeout" | "aborted") => {
    why ??= fault;
    controller.abort();
  };
  const onAbort = () => abort("aborted");
  const end = setTimeout(() => abort("timeout"), Math.max(0, endsAt - performance.now()));
  let next = setTimeout(() => abort("timeout"), firstTokenMs);
  if (signal?.aborted === true) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  return {
    signal: controller.signal,
    onToken() {
      clearTimeout(next);
      next = setTimeout(() => abort("timeout"), betweenTokensMs);
    },
    fault: () => why,
    close() {
      clearTimeout(end);
      clearTimeout(next);
      signal?.removeEventListener("abort", onAbort);
      // Ends the request; nothing more is read from it.
      controller.abort();
    },
  };
}
