import type { Body, Meta, Uppy } from "@uppy/core";

const retryDelaysMs = [0, 1000, 3000, 5000];
/** How many times the upload of an object is retried. Later retries wait for the longest delay. */
export const companionRetries = 10;

/** The HTTP status of a failed upload: 0 if there was no reply, null if it is unknown. */
export function statusOf(error: unknown, response: unknown): number | null {
  const request = response ?? (error as { request?: unknown } | null)?.request;
  if (request instanceof XMLHttpRequest) return request.status;
  return error instanceof TypeError ? 0 : null;
}

/** Whether sending an object again may succeed. */
export function isRetryable(status: number | null): boolean {
  if (status === null) return false;
  if ([0, 408, 409, 418, 423, 429].includes(status)) return true;
  return status >= 500 && status !== 501 && status !== 505;
}

/** Schedules up to `retries` retries after lost connections, with growing delays. Being offline does not use one up. */
export function createUploadRetries(retries = retryDelaysMs.length) {
  let used = 0;
  let stop = (): void => undefined;
  return {
    /** Schedules a retry, after a delay or once the browser is online. Returns false if none is left. */
    schedule(again: () => void): boolean {
      stop();
      if (!navigator.onLine) {
        window.addEventListener("online", again, { once: true });
        stop = () => window.removeEventListener("online", again);
        return true;
      }
      const delayMs = retryDelaysMs[Math.min(used, retryDelaysMs.length - 1)];
      if (used >= retries) {
        used = 0;
        return false;
      }
      used += 1;
      const timer = setTimeout(again, delayMs);
      stop = () => clearTimeout(timer);
      return true;
    },
    /** Stops the scheduled retry and starts counting from zero. */
    reset(): void {
      used = 0;
      stop();
    },
  };
}

/** Retries a file, unless the person has removed it or retried it themselves. */
export function retryFile(uppy: Uppy<Meta, Body>, fileId: string): void {
  const file = uppy.getState().files[fileId];
  if (file?.error) void uppy.retryUpload(fileId).catch(() => undefined);
}
