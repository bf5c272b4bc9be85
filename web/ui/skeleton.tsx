import { clsx } from "clsx";

/** A grey shape in place of content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx("animate-pulse rounded-lg bg-sunken", className)} />;
}
