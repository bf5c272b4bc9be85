import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface StatCardProps {
  title: string;
  value: ReactNode;
  icon: LucideIcon;
  /** Classes for the background and colour of the icon. */
  colours: string;
  /** Shown below the value. */
  caption?: ReactNode;
}

/** A card with one figure, as an item of a list. */
export function StatCard({ title, value, icon: Icon, colours, caption }: StatCardProps) {
  return (
    <li className="rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5">
      <div className="flex min-h-10 items-start justify-between gap-2">
        <h2 className="font-sans text-sm font-medium text-ink-soft">{title}</h2>
        <span className={`grid size-9 shrink-0 place-items-center rounded-lg ${colours}`}>
          <Icon aria-hidden className="size-4.5" />
        </span>
      </div>
      <div className="font-display text-3xl font-bold tabular-nums">{value}</div>
      {caption && <div className="mt-1 text-xs text-ink-soft">{caption}</div>}
    </li>
  );
}
