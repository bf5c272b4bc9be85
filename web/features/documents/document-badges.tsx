import { Check, CircleAlert, LoaderCircle } from "lucide-react";
import type { ComponentProps } from "react";
import { Badge } from "../../ui/badge.tsx";
import { tints } from "../../ui/tints.ts";

const statuses = new Map<string, ComponentProps<typeof Badge>>([
  ["completed", { label: "Completed", tone: "default", icon: Check }],
  ["processing", { label: "Processing", tone: "secondary", icon: LoaderCircle }],
  ["error", { label: "Error", tone: "destructive", icon: CircleAlert }],
]);

export function StatusBadge({ status }: { status: string }) {
  return <Badge {...(statuses.get(status) ?? { label: "Unknown", tone: "outline" })} />;
}

/** The badge on the dashboard, which shows the status as the API names it. */
export function BriefStatusBadge({ status }: { status: string }) {
  return <Badge tone={statuses.get(status)?.tone ?? "destructive"} className="capitalize" label={status} />;
}

export function VersionBadge({ version }: { version: number }) {
  return version > 1 ? <Badge tone="outline" label={`v ${version}`} /> : null;
}

function styleOf(fileType: string) {
  if (fileType.includes("pdf")) return { label: "PDF", colours: tints.clay };
  if (/word|doc/.test(fileType)) return { label: "Word", colours: tints.sky };
  return { label: fileType.toUpperCase() || "File", colours: tints.stone };
}

export const fileTypeLabel = (fileType: string): string => styleOf(fileType).label;

export function FileTypeIcon({ fileType }: { fileType: string }) {
  const { label, colours } = styleOf(fileType);
  return (
    <span
      aria-hidden
      className={`grid h-12 w-10 shrink-0 place-items-center rounded-md rounded-tr-2xl text-[0.6875rem] font-bold tracking-tight ${colours}`}
    >
      {label.slice(0, 4)}
    </span>
  );
}
