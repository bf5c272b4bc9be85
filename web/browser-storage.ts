type Storage = "localStorage" | "sessionStorage";

/** What was kept in this browser, or in this tab of it; null where nothing was or storage is blocked. */
export function readStored(key: string, storage: Storage = "localStorage"): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text in this browser, or in this tab of it; where storage is blocked nothing is kept. */
export function store(key: string, value: string, storage: Storage = "localStorage"): void {
  try {
    window[storage].setItem(key, value);
  } catch {
    // The product works without it: what was chosen lasts until the page is left.
  }
}
