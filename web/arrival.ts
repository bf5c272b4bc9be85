const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
let isRestored = navigation?.type === "reload" || navigation?.type === "back_forward";

// The router must load this module before it listens itself: it shows the new screen at once.
window.addEventListener("pushState", () => (isRestored = false));
window.addEventListener("popstate", () => (isRestored = true));

/** Whether the current screen was reached by a reload or by going back or forward, not by a link. */
export const isScreenRestored = (): boolean => isRestored;
