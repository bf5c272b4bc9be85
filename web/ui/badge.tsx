import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { clsx } from "clsx";

const badgeVariants = cva(
  "inline-flex shrink-0 items-center gap-1 rounded-full border px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap",
  {
    variants: {
      tone: {
        default: "border-transparent bg-fynbos-tint text-fynbos-ink",
        secondary: "border-transparent bg-ochre-tint text-ochre-ink",
        destructive: "border-transparent bg-danger text-on-danger",
        outline: "border-line-strong/60 text-ink-soft",
        green: "border-transparent bg-fynbos-tint text-fynbos-ink",
        blue: "border-transparent bg-sky-tint text-sky-ink",
        purple: "border-transparent bg-plum-tint text-plum-ink",
        yellow: "border-transparent bg-ochre-tint text-ochre-ink",
        orange: "border-transparent bg-clay-tint text-clay-ink",
        red: "border-transparent bg-danger-tint text-danger-ink",
        grey: "border-transparent bg-stone-tint text-stone-ink",
      },
    },
    defaultVariants: { tone: "default" },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof badgeVariants>["tone"]>;

export function Badge({
  tone,
  className,
  ...rest
}: ComponentProps<"span"> & VariantProps<typeof badgeVariants>) {
  return (
    <span data-tone={tone ?? "default"} className={clsx(badgeVariants({ tone }), className)} {...rest} />
  );
}
