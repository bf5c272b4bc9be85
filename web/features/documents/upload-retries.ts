import type { Body, Meta, Uppy } from "@uppy/core";

const retryDelaysMs = [0, 1000, 3000, 5000];
/** How often the upload of an object is tried again; the last tries wait the longest delay. */
export const companionRetries = 10;

/** The status of a failed upload: 0 if there was no reply, null if it is unknown. */
export function statusOf(error: unknown, response: unknown): number | null {
  const request = response ?? (error as { request?: unknown } | null)?.request;
  if (request instanceof XMLHttpRequest) return request.status;
  return error instanceof TypeError ? 0 : null;
}

/** Whether it can help to send an object again. */
export function isPassing(status: number | null): boolean {
  if (status === null) return false;
  if ([0, 408, 409, 418, 423, 429].includes(status)) return true;
  return status >= 500 && status !== 501 && status !== 505;
}

/** Repeats what a lost connection interrupted, after each of these delays. Being offline does not use up a try. */
export function createUploadRetries(retries = retryDelaysMs.length) {
  let tries = 0;
  let stop = (): void => undefined;
  return {
    /** Schedules another try, soon or once the browser is online. Returns false if there were too many. */
    tryAgain(again: () => void): boolean {
      stop();
      if (!navigator.onLine) {
        window.addEventListener("online", again, { once: true });
        stop = () => window.removeEventListener("online", again);
        return true;
      }
      const delayMs = retryDelaysMs[Math.min(tries, retryDelaysMs.length - 1)];
      if (tries >= retries) {
        tries = 0;
        return false;
      }
      tries += 1;
      const timer = setTimeout(again, delayMs);
      stop = () => clearTimeout(timer);
      return true;
    },
    /** To be called after a success: starts counting tries anew. */
    reset(): void {
      tries = 0;
      stop();
    },
    stop: (): void => stop(),
  };
}

/** Sends a file again, unless the person removed it or sent it again themselves. */
export function retryFile(uppy: Uppy<Meta, Body>, fileId: string): void {
  const file = uppy.getState().files[fileId];
  if (file?.error) void uppy.retryUpload(fileId).catch(() => undefined);
}
