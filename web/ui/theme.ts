import { readStored, store } from "../browser-storage.ts";
import { createStore } from "./external-store.ts";

export type Theme = "light" | "dark";

const storageKey = "sizana.theme";
const systemIsDark = window.matchMedia("(prefers-color-scheme: dark)");

function chosen(): Theme | null {
  const stored = readStored(storageKey);
  return stored === "light" || stored === "dark" ? stored : null;
}

const theme = createStore<Theme>(chosen() ?? (systemIsDark.matches ? "dark" : "light"));

function apply(next: Theme): void {
  document.documentElement.dataset["theme"] = next;
  theme.set(next);
}

// The system's theme applies until the person chooses one.
systemIsDark.addEventListener("change", (event) => {
  if (!chosen()) apply(event.matches ? "dark" : "light");
});

/** Switches to a theme and remembers it on this device. */
export function chooseTheme(next: Theme): void {
  store(storageKey, next);
  apply(next);
}

export const useTheme = theme.use;
