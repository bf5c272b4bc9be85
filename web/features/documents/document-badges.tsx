import { Check, CircleAlert, LoaderCircle } from "lucide-react";
import { Badge } from "../../ui/badge.tsx";

export function StatusBadge({ status }: { status: string }) {
  switch (status) {
    case "completed":
      return (
        <Badge>
          <Check aria-hidden className="size-3.5" />
          Completed
        </Badge>
      );
    case "processing":
      return (
        <Badge tone="secondary">
          <LoaderCircle aria-hidden className="size-3.5 animate-spin" />
          Processing
        </Badge>
      );
    case "error":
      return (
        <Badge tone="destructive">
          <CircleAlert aria-hidden className="size-3.5" />
          Error
        </Badge>
      );
    default:
      return <Badge tone="outline">Unknown</Badge>;
  }
}

/** The badge on the dashboard, which shows the status itself. */
export function BriefStatusBadge({ status }: { status: string }) {
  const tone = status === "completed" ? "default" : status === "processing" ? "secondary" : "destructive";
  return (
    <Badge tone={tone} className="capitalize">
      {status}
    </Badge>
  );
}

export function VersionBadge({ version }: { version: number }) {
  return version > 1 ? <Badge tone="outline">{`v ${version}`}</Badge> : null;
}
