import { LoaderCircle } from "lucide-react";
import { clsx } from "clsx";

/** A spinner. Give it a `label` unless text beside it says what is happening. */
export function Spinner({ label, className }: { label?: string; className?: string | undefined }) {
  return (
    <span role={label ? "status" : undefined} className="inline-flex">
      <LoaderCircle aria-hidden className={clsx("animate-spin", className ?? "size-5")} />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

export function FullPageSpinner() {
  return (
    <div className="grid min-h-dvh place-items-center text-accent-text">
      <Spinner label="Loading" className="size-9" />
    </div>
  );
}
