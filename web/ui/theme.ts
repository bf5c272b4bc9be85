import { useSyncExternalStore } from "react";
import { readStored, store } from "../browser-storage.ts";

export type Theme = "light" | "dark";

const storageKey = "sizana.theme";
const systemIsDark = window.matchMedia("(prefers-color-scheme: dark)");

function chosen(): Theme | null {
  const stored = readStored(storageKey);
  return stored === "light" || stored === "dark" ? stored : null;
}

let theme: Theme = chosen() ?? (systemIsDark.matches ? "dark" : "light");
const listeners = new Set<() => void>();

function apply(next: Theme): void {
  theme = next;
  document.documentElement.dataset["theme"] = next;
  for (const listener of listeners) listener();
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

export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => theme,
  );
}
