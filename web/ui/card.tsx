import type { ComponentProps, ReactNode } from "react";
import { clsx } from "clsx";

interface CardProps extends Omit<ComponentProps<"section">, "title"> {
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** Classes of a padded box around the children. Without them the children reach the edges. */
  inner?: string;
}

/** A card; without a title it has no header. */
export function Card({ className, title, description, actions, inner, children, ...rest }: CardProps) {
  return (
    <section className={clsx("rounded-2xl border border-line bg-surface shadow-card", className)} {...rest}>
      {title && (
        <div className="flex flex-wrap items-center justify-between gap-3 px-5 pt-4 sm:px-6 sm:pt-5">
          <div className="min-w-0">
            <h2 className="text-lg font-semibold">{title}</h2>
            {description && <p className="mt-0.5 text-sm text-ink-soft">{description}</p>}
          </div>
          {actions}
        </div>
      )}
      {inner === undefined ? children : <div className={clsx("p-5 sm:p-6", inner)}>{children}</div>}
    </section>
  );
}
