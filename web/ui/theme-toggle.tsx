import { Moon, Sun } from "lucide-react";
import { clsx } from "clsx";
import { chooseTheme, useTheme } from "./theme.ts";

export function ThemeToggle({ className }: { className?: string }) {
  const theme = useTheme();
  const Icon = theme === "dark" ? Sun : Moon;
  const label = theme === "dark" ? "Use light theme" : "Use dark theme";
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => chooseTheme(theme === "dark" ? "light" : "dark")}
      className={clsx("grid size-10 shrink-0 place-items-center rounded-lg transition-colors", className)}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
