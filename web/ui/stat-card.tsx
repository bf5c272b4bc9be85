import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { type Tint, tints } from "./tints.ts";

interface Stat {
  title: string;
  value: ReactNode;
  icon: LucideIcon;
  tint: Tint;
  caption?: ReactNode;
}

export function StatCards({ stats, className = "xl:grid-cols-4" }: { stats: Stat[]; className?: string }) {
  return (
    <ul className={clsx("grid grid-cols-2 gap-3 sm:gap-4", className)}>
      {stats.map(({ title, value, icon: Icon, tint, caption }) => (
        <li key={title} className="rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5">
          <div className="flex min-h-10 items-start justify-between gap-2">
            <h2 className="font-sans text-sm font-medium text-ink-soft">{title}</h2>
            <span className={clsx("grid size-9 shrink-0 place-items-center rounded-lg", tints[tint])}>
              <Icon aria-hidden className="size-4.5" />
            </span>
          </div>
          <div className="font-display text-3xl font-bold tabular-nums">{value}</div>
          {caption && <div className="mt-1 text-xs text-ink-soft">{caption}</div>}
        </li>
      ))}
    </ul>
  );
}
