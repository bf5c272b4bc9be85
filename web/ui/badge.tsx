import { clsx } from "clsx";
import { LoaderCircle, type LucideIcon } from "lucide-react";
import type { Audience } from "../../contract/common.ts";

const tones = {
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
};

export interface BadgeStyle {
  label: string;
  tone: keyof typeof tones;
}

interface BadgeProps extends BadgeStyle {
  icon?: LucideIcon;
  className?: string;
}

export function Badge({ label, tone, icon: Icon, className }: BadgeProps) {
  return (
    <span
      data-tone={tone}
      className={clsx(
        "inline-flex shrink-0 items-center gap-1 rounded-full border px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap",
        tones[tone],
        className,
      )}
    >
      {Icon && <Icon aria-hidden className={clsx("size-3.5", Icon === LoaderCircle && "animate-spin")} />}
      {label}
    </span>
  );
}

export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return isActive ? <Badge tone="green" label="Active" /> : <Badge tone="grey" label="Inactive" />;
}

export const audienceBadges: Record<Audience, BadgeStyle> = {
  external: { label: "Customers", tone: "orange" },
  internal: { label: "Staff", tone: "blue" },
};

export const channelBadges = {
  chat: { label: "Chat", tone: "blue" },
  webhook: { label: "Webhook", tone: "purple" },
  whatsapp: { label: "WhatsApp", tone: "green" },
  email: { label: "Email", tone: "purple" },
  ticket: { label: "Ticket", tone: "orange" },
} as const satisfies Record<string, BadgeStyle>;

export function optionsOf<Name extends string>(badges: Record<Name, BadgeStyle>) {
  return (Object.keys(badges) as Name[]).map((value) => ({ value, label: badges[value].label }));
}
