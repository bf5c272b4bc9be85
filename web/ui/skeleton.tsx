import { clsx } from "clsx";

/** A grey shape where content is about to be. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx("animate-pulse rounded-lg bg-sunken", className)} />;
}
