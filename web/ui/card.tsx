import type { ComponentProps, ReactNode } from "react";
import { clsx } from "clsx";

export function Card({ className, ...rest }: ComponentProps<"section">) {
  return (
    <section className={clsx("rounded-2xl border border-line bg-surface shadow-card", className)} {...rest} />
  );
}

interface CardHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** The id of the heading, for `aria-labelledby`. */
  id?: string;
}

export function CardHeader({ title, description, actions, id }: CardHeaderProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-5 pt-4 sm:px-6 sm:pt-5">
      <div className="min-w-0">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {description && <p className="mt-0.5 text-sm text-ink-soft">{description}</p>}
      </div>
      {actions}
    </div>
  );
}
