import { Check, CircleAlert, LoaderCircle } from "lucide-react";
import type { ComponentProps } from "react";
import { clsx } from "clsx";
import { Badge } from "../../ui/badge.tsx";

const statuses = new Map<string, ComponentProps<typeof Badge>>([
  ["completed", { children: "Completed", icon: Check }],
  ["processing", { children: "Processing", tone: "secondary", icon: LoaderCircle }],
  ["error", { children: "Error", tone: "destructive", icon: CircleAlert }],
]);

export function StatusBadge({ status }: { status: string }) {
  return <Badge {...(statuses.get(status) ?? { children: "Unknown", tone: "outline" })} />;
}

/** The badge on the dashboard, which shows the status itself. */
export function BriefStatusBadge({ status }: { status: string }) {
  const tone = statuses.get(status)?.tone ?? (status === "completed" ? "default" : "destructive");
  return (
    <Badge tone={tone} className="capitalize">
      {status}
    </Badge>
  );
}

export function VersionBadge({ version }: { version: number }) {
  return version > 1 ? <Badge tone="outline">{`v ${version}`}</Badge> : null;
}

/** What people call the file type: PDF, Word, or the type itself. */
export function fileTypeLabel(fileType: string): string {
  if (fileType.includes("pdf")) return "PDF";
  return isWord(fileType) ? "Word" : fileType.toUpperCase() || "File";
}

const isWord = (fileType: string): boolean => fileType.includes("word") || fileType.includes("doc");

export function FileTypeIcon({ fileType }: { fileType: string }) {
  const colours = fileType.includes("pdf")
    ? "bg-clay-tint text-clay-ink"
    : isWord(fileType)
      ? "bg-sky-tint text-sky-ink"
      : "bg-stone-tint text-stone-ink";
  return (
    <span
      aria-hidden
      className={clsx(
        "grid h-12 w-10 shrink-0 place-items-center rounded-md rounded-tr-2xl text-[0.6875rem] font-bold tracking-tight",
        colours,
      )}
    >
      {fileTypeLabel(fileType).slice(0, 4)}
    </span>
  );
}
