import type { ReactNode } from "react";
import { Link } from "wouter";

export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="font-semibold text-accent-text underline underline-offset-4">
      {children}
    </Link>
  );
}
