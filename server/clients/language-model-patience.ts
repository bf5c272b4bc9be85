import type { LanguageModelFault } from "./language-model-error.ts";

/** How long is waited for what. */
export interface Waits {
  firstTokenMs: number;
  betweenTokensMs: number;
}

/** Half of the time for the model to begin, a quarter for it to go on. */
export function patienceFor(timeoutMs: number): Waits {
  return { firstTokenMs: timeoutMs / 2, betweenTokensMs: timeoutMs / 4 };
}

export interface Patience {
  /** Aborted when it has run out. */
  signal: AbortSignal;
  /** A token came. */
  heard(): void;
  /** Why the signal was aborted; null while it is not. */
  fault(): Extract<LanguageModelFault, "timeout" | "aborted"> | null;
  close(): void;
}

/** Watches over one request: begins to wait for the first token at once. */
export function openPatience(
  { firstTokenMs, betweenTokensMs }: Waits,
  { endsAt, signal }: { endsAt: number; signal?: AbortSignal | undefined },
): Patience {
  const controller = new AbortController();
  let why: ReturnType<Patience["fault"]> = null;
  const give = (fault: "timeout" | "aborted") => {
    why ??= fault;
    controller.abort();
  };
  const onAbort = () => give("aborted");
  const end = setTimeout(() => give("timeout"), Math.max(0, endsAt - performance.now()));
  let next = setTimeout(() => give("timeout"), firstTokenMs);
  if (signal?.aborted === true) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  return {
    signal: controller.signal,
    heard() {
      clearTimeout(next);
      next = setTimeout(() => give("timeout"), betweenTokensMs);
    },
    fault: () => why,
    close() {
      clearTimeout(end);
      clearTimeout(next);
      signal?.removeEventListener("abort", onAbort);
      // Whatever the model still writes is not read.
      controller.abort();
    },
  };
}
