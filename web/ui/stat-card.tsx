import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { type Tint, tints } from "./tints.ts";

interface Stat {
  title: string;
  /** Numbers are grouped in thousands. */
  value: ReactNode;
  icon: LucideIcon;
  tint: Tint;
  caption?: ReactNode;
}

interface StatCardsProps {
  stats: Stat[];
  className?: string;
}

export function StatCards({ stats, className = "grid-cols-2 xl:grid-cols-4" }: StatCardsProps) {
  return (
    <ul className={`grid gap-2 sm:gap-4 ${className}`}>
      {stats.map(({ title, value, icon: Icon, tint, caption }) => (
        <li key={title} className="rounded-2xl border border-line bg-surface px-3 py-2 shadow-card sm:p-5">
          <div className="flex items-start justify-between gap-2 sm:min-h-10">
            <h2 className="font-sans text-xs font-medium text-ink-soft sm:text-sm">{title}</h2>
            <span
              className={`grid size-9 shrink-0 place-items-center rounded-lg max-sm:hidden ${tints[tint]}`}
            >
              <Icon aria-hidden className="size-4.5" />
            </span>
          </div>
          <div className="font-display text-2xl font-bold tabular-nums sm:text-3xl">
            {typeof value === "number" ? value.toLocaleString("en-ZA") : value}
          </div>
          {caption && <div className="mt-1 text-xs text-ink-soft">{caption}</div>}
        </li>
      ))}
    </ul>
  );
}
