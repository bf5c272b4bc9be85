import type { ReactNode } from "react";

interface PageHeaderProps {
  title: string;
  subtitle?: string;
  actions?: ReactNode;
}

/** The title and subtitle of a screen. Also sets the title of the browser tab. */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-4">
      <title>{`${title} · Sizana`}</title>
      <div className="min-w-0">
        <h1 className="line-clamp-3 text-2xl font-bold tracking-tight wrap-anywhere sm:text-3xl">{title}</h1>
        {subtitle && <p className="mt-1 text-ink-soft">{subtitle}</p>}
      </div>
      {actions}
    </header>
  );
}

/** The column of a screen that is exactly as high as the window: less the top bar on phones, and the margins. */
export const filledScreen =
  "flex h-[calc(100dvh-6.875rem)] min-h-128 flex-col gap-5 sm:h-[calc(100dvh-7.875rem)] lg:h-[calc(100dvh-4rem)]";
