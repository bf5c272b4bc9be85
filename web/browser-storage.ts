type StorageName = "localStorage" | "sessionStorage";

/** A text stored in this browser, or with `sessionStorage` in this tab; null if there is none or storage is blocked. */
export function readStored(key: string, storage: StorageName = "localStorage"): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text in this browser, or with `sessionStorage` in this tab. */
export function store(key: string, value: string, storage: StorageName = "localStorage"): void {
  try {
    window[storage].setItem(key, value);
  } catch {
    // Storage is blocked, so the value is lost when the page is closed.
  }
}

/** Removes everything stored in this tab under a key that begins with `prefix`. */
export function forgetStored(prefix: string): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}
