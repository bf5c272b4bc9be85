type Storage = "localStorage" | "sessionStorage";

/** A text stored in this browser (or only in this tab); null if there is none or storage is blocked. */
export function readStored(key: string, storage: Storage = "localStorage"): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text in this browser (or only in this tab). */
export function store(key: string, value: string, storage: Storage = "localStorage"): void {
  try {
    window[storage].setItem(key, value);
  } catch {
    // Storage is blocked: the value is gone when the page is closed.
  }
}
