import { Moon, Sun } from "lucide-react";
import { readStored, store } from "../browser-storage.ts";
import { createStore } from "./external-store.ts";

type Theme = "light" | "dark";

const storageKey = "sizana.theme";

// The script public/theme.js has set it before the first paint.
const current = createStore(document.documentElement.dataset["theme"] as Theme);

function apply(next: Theme): void {
  document.documentElement.dataset["theme"] = next;
  current.set(next);
}

// The system's theme applies until the person chooses one.
window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => {
  if (readStored(storageKey) === null) apply(event.matches ? "dark" : "light");
});

export const useTheme = current.use;

export function ThemeToggle({ className }: { className: string }) {
  const other = useTheme() === "dark" ? "light" : "dark";
  const Icon = other === "light" ? Sun : Moon;
  const label = `Use ${other} theme`;
  const choose = (): void => {
    store(storageKey, other);
    apply(other);
  };
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={choose}
      className={`grid size-10 shrink-0 place-items-center rounded-lg transition-colors ${className}`}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
