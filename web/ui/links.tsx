import type { ReactNode } from "react";
import { Link } from "wouter";
import { clsx } from "clsx";
import { ArrowLeft } from "lucide-react";

export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="font-semibold text-accent-text underline underline-offset-4">
      {children}
    </Link>
  );
}

/** Leads back to the list that a screen came from. */
export function BackLink({ href, label, className }: { href: string; label: string; className?: string }) {
  return (
    <Link
      href={href}
      className={clsx(
        "inline-flex items-center gap-1.5 justify-self-start rounded-sm py-1 text-sm font-semibold text-accent-text",
        className,
      )}
    >
      <ArrowLeft aria-hidden className="size-4" />
      {label}
    </Link>
  );
}
