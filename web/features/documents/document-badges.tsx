import { Check, CircleAlert, LoaderCircle } from "lucide-react";
import type { ComponentProps } from "react";
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
