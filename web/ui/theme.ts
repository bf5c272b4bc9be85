import { readStored, store } from "../browser-storage.ts";
import { createStore } from "./external-store.ts";

export type Theme = "light" | "dark";

const storageKey = "sizana.theme";

// The script public/theme.js has set it before the first paint.
const theme = createStore(document.documentElement.dataset["theme"] as Theme);

function apply(next: Theme): void {
  document.documentElement.dataset["theme"] = next;
  theme.set(next);
}

// The system's theme applies until the person chooses one.
window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => {
  if (readStored(storageKey) === null) apply(event.matches ? "dark" : "light");
});

/** Switches to a theme and remembers it on this device. */
export function chooseTheme(next: Theme): void {
  store(storageKey, next);
  apply(next);
}

export const useTheme = theme.use;
