import type { LucideIcon } from "lucide-react";
import { Slot } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "wouter";
import { clsx } from "clsx";
import { Spinner } from "./spinner.tsx";

const variants = {
  primary: "bg-accent text-on-accent enabled:hover:bg-accent-hover [a&]:hover:bg-accent-hover",
  secondary: "border border-line-strong/50 bg-surface text-ink enabled:hover:bg-sunken [a&]:hover:bg-sunken",
  ghost: "text-ink-soft enabled:hover:bg-sunken enabled:hover:text-ink [a&]:hover:bg-sunken",
  contrast: "bg-[#f2b33d] text-[#2b1c14] [a&]:hover:bg-[#ffcb66]",
  danger: "bg-danger text-on-danger enabled:hover:bg-danger-hover",
};

const sizes = {
  small: "h-9 px-3 text-sm",
  medium: "h-11 px-4 text-sm",
  large: "h-13 px-6 text-base",
  icon: "size-10",
};

interface ButtonStyle {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
}

interface ButtonProps extends ComponentProps<"button">, ButtonStyle {
  /** Styles the only child, such as a link, as a button. */
  asChild?: boolean;
  /** Shown before the label; the spinner replaces it. */
  icon?: LucideIcon;
  pending?: boolean;
}

/** A button; small ones are secondary unless they have another variant. */
export function Button(props: ButtonProps) {
  const {
    size = "medium",
    variant = size === "small" ? "secondary" : "primary",
    asChild,
    icon: Icon,
    pending,
    className,
    children,
    ...rest
  } = props;
  const classes = clsx(
    "print-hidden inline-flex shrink-0 items-center justify-center gap-2 rounded-lg font-semibold whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:shrink-0",
    variants[variant],
    sizes[size],
    className,
  );
  if (asChild) {
    return (
      <Slot.Root className={classes} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button type="button" className={classes} {...rest} disabled={rest.disabled || pending}>
      {pending && <Spinner className="size-4" />}
      {Icon && !pending && <Icon aria-hidden className={size === "icon" ? "size-5" : "size-4"} />}
      {children}
    </button>
  );
}

/** The button that sends a form. */
export function SubmitButton({ label, ...rest }: ButtonProps & { label: string }) {
  return (
    <Button type="submit" {...rest}>
      {label}
    </Button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  /** What the button does, for screen readers. */
  label: string;
  icon: LucideIcon;
}

export function IconButton({ label, icon, ...rest }: IconButtonProps) {
  return <Button variant="ghost" size="icon" aria-label={label} icon={icon} {...rest} />;
}

interface LinkButtonProps extends ButtonStyle {
  href: string;
  icon?: LucideIcon;
  className?: string;
  children: ReactNode;
}

/** A link to another screen that looks like a button. */
export function LinkButton({ href, icon: Icon, children, ...rest }: LinkButtonProps) {
  return (
    <Button asChild {...rest}>
      <Link href={href}>
        {Icon && <Icon aria-hidden className="size-4" />}
        {children}
      </Link>
    </Button>
  );
}
