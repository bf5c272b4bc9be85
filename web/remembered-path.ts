import { paths } from "../contract/screens.ts";
import { hourMs } from "../contract/limits.ts";
import { store } from "./browser-storage.ts";

const key = "sizana.place";
const validForMs = hourMs;

/** Remembers the current path before going to the sign-in page, so that signing in can return to it. */
export function rememberPath(): void {
  const { pathname, search, hash } = window.location;
  store(key, JSON.stringify({ place: pathname + search + hash, at: Date.now() }), "sessionStorage");
}

/** Returns and forgets the remembered path; by default the start page. */
export function takeRememberedPath(): string {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? "null") as { place: string; at: number } | null;
    sessionStorage.removeItem(key);
    if (stored && Date.now() - stored.at < validForMs) return stored.place;
  } catch {
    // Storage is blocked, or the stored value is malformed.
  }
  return paths.home;
}
