import type { ComponentProps } from "react";
import { Link } from "wouter";
import { clsx } from "clsx";
import { ArrowLeft } from "lucide-react";

interface TextLinkProps extends Omit<ComponentProps<"a">, "className"> {
  href: string;
  /** Whether it leads out of the single-page app. */
  outside?: boolean;
}

export function TextLink({ outside = false, ...rest }: TextLinkProps) {
  const Anchor = outside ? "a" : Link;
  return <Anchor className="font-semibold text-accent-text underline underline-offset-4" {...rest} />;
}

/** A link outside running text, underlined only on hover. */
export function PlainLink(props: Omit<TextLinkProps, "outside">) {
  return <Link className="font-semibold text-accent-text underline-offset-4 hover:underline" {...props} />;
}

export function TextButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="rounded-sm font-semibold text-accent-text underline underline-offset-4"
    >
      {label}
    </button>
  );
}

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
