import { type LucideIcon, LoaderCircle } from "lucide-react";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { Link } from "wouter";
import { clsx } from "clsx";

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

interface ButtonLook {
  /** By default primary, or secondary for a small one. */
  variant?: keyof typeof variants | undefined;
  size?: keyof typeof sizes | undefined;
  className?: string | undefined;
  icon?: LucideIcon | undefined;
  /** The text, unless there are children. */
  label?: ReactNode;
}

const classesOf = ({ variant, size = "medium", className }: ButtonLook): string =>
  clsx(
    "print-hidden inline-flex shrink-0 items-center justify-center gap-2 rounded-lg font-semibold whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:shrink-0",
    variants[variant ?? (size === "small" ? "secondary" : "primary")],
    sizes[size],
    className,
  );

interface ButtonProps extends ComponentProps<"button">, ButtonLook {
  /** Shows a spinner in place of the icon. */
  pending?: boolean;
}

export function Button(props: ButtonProps) {
  const { variant, size, className, icon: Icon, label, pending, children = label, ...rest } = props;
  return (
    <button
      type="button"
      className={classesOf({ variant, size, className })}
      {...rest}
      disabled={rest.disabled || pending}
    >
      {pending && <Spinner className="size-4" />}
      {Icon && !pending && <Icon aria-hidden className={size === "icon" ? "size-5" : "size-4"} />}
      {children}
    </button>
  );
}

type MutationButtonProps<Input> = Omit<ButtonProps, "pending" | "onClick"> & {
  mutation: { isPending: boolean; mutate: (input: Input) => void };
} & (Input extends void ? { input?: never } : { input: Input });

/** Returns a function that runs its argument, unless the previous one's pending state has yet to be rendered. */
export function useOneAtATime(): (run: () => void) => void {
  const isRunning = useRef(false);
  return (run) => {
    if (isRunning.current) return;
    isRunning.current = true;
    run();
    // A mutation reports that it is pending in a timer too, which fires before this one.
    setTimeout(() => (isRunning.current = false));
  };
}

/** A button that runs a mutation, with `input` if the mutation takes one. */
export function MutationButton<Input>({ mutation, input, ...button }: MutationButtonProps<Input>) {
  const run = useOneAtATime();
  const mutate = (): void => run(() => mutation.mutate(input as Input));
  return <Button {...button} pending={mutation.isPending} onClick={mutate} />;
}

export const SubmitButton = (props: ButtonProps) => <Button type="submit" {...props} />;

interface IconButtonProps extends ComponentProps<"button"> {
  label: string;
  icon: LucideIcon;
}

export function IconButton({ label, icon, ...rest }: IconButtonProps) {
  return <Button variant="ghost" size="icon" aria-label={label} icon={icon} {...rest} />;
}

interface LinkButtonProps extends ComponentProps<"a">, ButtonLook {
  href: string;
  /** True for links that the router must not handle: to a file, a page of the server or an anchor on this screen. */
  outside?: boolean;
}

export function LinkButton(props: LinkButtonProps) {
  const { variant, size, className, icon: Icon, label, outside = false, children = label, ...rest } = props;
  const Anchor = outside ? "a" : Link;
  return (
    <Anchor className={classesOf({ variant, size, className })} {...rest}>
      {Icon && <Icon aria-hidden className={size === "icon" ? "size-5" : "size-4"} />}
      {children}
    </Anchor>
  );
}

/** A spinner. Give it a `label` unless text beside it says what is happening. */
export function Spinner({ label, className }: { label?: string; className?: string | undefined }) {
  return (
    <span role={label ? "status" : undefined} className="inline-flex">
      <LoaderCircle aria-hidden className={clsx("animate-spin", className ?? "size-5")} />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

/** A large spinner in the middle of an area; `className` sets its height. */
export function PageSpinner({ className, label = "Loading" }: { className: string; label?: string }) {
  return (
    <div className={clsx("grid place-items-center text-accent-text", className)}>
      <Spinner label={label} className="size-9" />
    </div>
  );
}
