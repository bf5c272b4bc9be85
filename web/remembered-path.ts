import { store } from "./browser-storage.ts";
import { paths } from "./paths.ts";

const key = "sizana.place";
const validForMs = 3_600_000;

/** Where this tab was going when it was sent to the sign-in, so that signing in leads there. */
export function rememberPath(): void {
  const { pathname, search, hash } = window.location;
  store(key, JSON.stringify({ place: pathname + search + hash, at: Date.now() }), "sessionStorage");
}

/** The place, once; the start page where there is none. */
export function takeRememberedPath(): string {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? "null") as { place: string; at: number } | null;
    sessionStorage.removeItem(key);
    if (stored && Date.now() - stored.at < validForMs) return stored.place;
  } catch {
    // Storage is blocked, or somebody wrote something else there.
  }
  return paths.home;
}
