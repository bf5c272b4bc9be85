import { readStored, store } from "../../browser-storage.ts";

/**
 * Opening the chat begins a new session. Only after a reload, or going back to the page, the chat continues the
 * session that it showed, which is remembered as long as the browser tab is open.
 */

let isLoadedAgain = ["reload", "back_forward"].includes(
  performance.getEntriesByType("navigation").map((entry) => (entry as PerformanceNavigationTiming).type)[0] ??
    "",
);
// After visiting another screen, the chat starts a new session.
window.addEventListener("pushState", () => {
  isLoadedAgain = false;
});

const keyOf = (place: string): string => `sizana.chat ${window.location.pathname} ${place}`;

/** The session that was shown here before the page was reloaded. */
export function resumedSession(place: string): string | null {
  return isLoadedAgain ? readStored(keyOf(place), "sessionStorage") : null;
}

export function rememberSession(place: string, sessionId: string): void {
  store(keyOf(place), sessionId, "sessionStorage");
}
