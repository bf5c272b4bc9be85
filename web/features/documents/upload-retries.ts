import type { Body, Meta, Uppy } from "@uppy/core";

const retryDelaysMs = [0, 1000, 3000, 5000];
/** What goes by the companion endpoints is tried again as often as this, in the end with the longest delay. */
export const companionRetries = 10;

/** The status of the reply that an upload failed with: 0 without a reply, null when nobody knows. */
export function statusOf(error: unknown, response: unknown): number | null {
  const request = response ?? (error as { request?: unknown } | null)?.request;
  if (request instanceof XMLHttpRequest) return request.status;
  return error instanceof TypeError ? 0 : null;
}

/** Whether sending an object again can help. */
export function isPassing(status: number | null): boolean {
  if (status === null) return false;
  if ([0, 408, 409, 418, 423, 429].includes(status)) return true;
  return status >= 500 && status !== 501 && status !== 505;
}

/** Tries again what a lost connection interrupted. */
export interface UploadRetries {
  /** Whether it will be tried again by itself: soon, or when the browser is online again. */
  tryAgain(again: () => void): boolean;
  /** After a success: the next trouble is a new one. */
  reset(): void;
  /** Gives up what was still to be tried. */
  stop(): void;
}

/** So many tries, each later than the one before. Being offline costs none. */
export function createUploadRetries(retries = retryDelaysMs.length): UploadRetries {
  let tries = 0;
  let stop = (): void => undefined;
  return {
    tryAgain(again) {
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
    reset() {
      tries = 0;
      stop();
    },
    stop: () => stop(),
  };
}

/** Sends a file again that is still there and has not been sent by hand meanwhile. */
export function retryFile(uppy: Uppy<Meta, Body>, fileId: string): void {
  const file = uppy.getState().files[fileId];
  if (file?.error) void uppy.retryUpload(fileId).catch(() => undefined);
}
