import { readStored, store } from "../../browser-storage.ts";

/**
 * Which session a page goes on with. Opening the chat begins a new one; a page that is loaded again, or come back to,
 * goes on with the one that it showed. What is kept lasts as long as the browser tab.
 */

let isLoadedAgain = ["reload", "back_forward"].includes(
  performance.getEntriesByType("navigation").map((entry) => (entry as PerformanceNavigationTiming).type)[0] ??
    "",
);
// Whoever goes to another screen opens the chat anew when they come back.
window.addEventListener("pushState", () => {
  isLoadedAgain = false;
});

const keyOf = (place: string): string => `sizana.chat ${window.location.pathname} ${place}`;

/** The session that this place showed before the page was loaded again. */
export function resumedSession(place: string): string | null {
  return isLoadedAgain ? readStored(keyOf(place), "sessionStorage") : null;
}

export function rememberSession(place: string, sessionId: string): void {
  store(keyOf(place), sessionId, "sessionStorage");
}
