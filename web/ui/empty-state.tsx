import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  description?: ReactNode;
  /** What the person can do next. */
  action?: ReactNode;
  onRetry?: (() => void) | undefined;
  tone?: "neutral" | "danger";
  role?: "alert";
}

export function EmptyState({ icon: Icon, title, description, tone = "neutral", ...props }: EmptyStateProps) {
  const action = props.onRetry ? (
    <Button variant="secondary" onClick={props.onRetry} label="Try again" />
  ) : (
    props.action
  );
  const colours = tone === "danger" ? "bg-danger-tint text-danger-ink" : "bg-clay-tint text-clay-ink";
  return (
    <div role={props.role} className="flex flex-col items-center px-5 py-12 text-center">
      <span className={`grid size-14 rotate-45 place-items-center rounded-xl ${colours}`}>
        <Icon aria-hidden className="size-6 -rotate-45" />
      </span>
      <p className="mt-6 font-display text-lg font-semibold text-balance">{title}</p>
      {description && <p className="mt-1 max-w-md text-sm text-balance text-ink-soft">{description}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
