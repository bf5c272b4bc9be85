import { readStored, store } from "../../browser-storage.ts";

/**
 * Opening the chat normally starts a new session. Only after a reload, or after navigating back to the page, does the
 * chat resume the session it showed before, which is remembered until the browser tab is closed.
 */

const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
let isRestored = navigation?.type === "reload" || navigation?.type === "back_forward";
// After visiting another screen, the chat starts a new session.
window.addEventListener("pushState", () => {
  isRestored = false;
});

const storageKey = (chatKey: string): string => `sizana.chat ${window.location.pathname} ${chatKey}`;

/** The session that was shown here before the page was reloaded. */
export function resumedSession(chatKey: string): string | null {
  return isRestored ? readStored(storageKey(chatKey), "sessionStorage") : null;
}

export function rememberSession(chatKey: string, sessionId: string): void {
  store(storageKey(chatKey), sessionId, "sessionStorage");
}
