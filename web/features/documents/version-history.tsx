import { History } from "lucide-react";
import { useState } from "react";
import type { Document, DocumentVersion } from "../../../contract/documents.ts";
import { useMay } from "../../current-organization.tsx";
import { formatFileSize } from "../../format/file-size.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { downloadPath, useRestoreVersion, useVersions } from "./api.ts";
import { StatusBadge } from "./document-badges.tsx";
import { VersionComparison } from "./version-comparison.tsx";

interface VersionHistoryProps {
  document: Document;
}

/** The button and the dialog with all versions, to compare, download and restore them. */
export function VersionHistory(props: VersionHistoryProps) {
  const [open, setOpen] = useState(false);
  const [compared, setCompared] = useState<number | null>(null);
  const { document } = props;
  return (
    <>
      <Tooltip content="Version history">
        <IconButton
          icon={History}
          label={`Version history of ${document.name}`}
          onClick={() => {
            setCompared(null);
            setOpen(true);
          }}
        />
      </Tooltip>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Version history"
        description={document.name}
        className={compared === null ? "sm:w-[40rem]" : "sm:w-[60rem]"}
      >
        {compared === null ? (
          <Versions {...props} onCompare={setCompared} onRestored={() => setOpen(false)} />
        ) : (
          <VersionComparison document={document} version={compared} onBack={() => setCompared(null)} />
        )}
      </Dialog>
    </>
  );
}

interface VersionsProps extends VersionHistoryProps {
  onCompare: (version: number) => void;
  onRestored: () => void;
}

function Versions({ document, onCompare, onRestored }: VersionsProps) {
  const list = useVersions(document.id, document.version);
  const restore = useRestoreVersion();
  const mayUpload = useMay("upload documents");
  return (
    <div className="min-h-40 overflow-y-auto" aria-busy={list.isPending}>
      <QueryState query={list} what="versions" skeleton="m-5 h-16" />
      <ul className="divide-y divide-line">
        {list.data?.map((version) => (
          <VersionRow
            key={version.version}
            document={document}
            version={version}
            restoring={restore.isPending && restore.variables.version === version.version}
            disabled={restore.isPending}
            onCompare={() => onCompare(version.version)}
            onRestore={
              mayUpload
                ? () =>
                    restore.mutate(
                      { documentId: document.id, version: version.version },
                      { onSuccess: onRestored },
                    )
                : null
            }
          />
        ))}
      </ul>
    </div>
  );
}

interface VersionRowProps {
  document: Document;
  version: DocumentVersion;
  restoring: boolean;
  disabled: boolean;
  onCompare: () => void;
  /** Null if the person may not upload. */
  onRestore: (() => void) | null;
}

function VersionRow({ document, version, restoring, disabled, onCompare, onRestore }: VersionRowProps) {
  const isNewest = version.version === document.version;
  const isReadable = version.status === "completed";
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3.5">
      <div className="min-w-0 text-sm">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">Version {version.version}</span>
          {version.status !== "completed" && <StatusBadge status={version.status} />}
          {version.answering && <Badge tone="green">Used for answers</Badge>}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-ink-soft">
          <span className="break-all">{version.uploader.firstName || version.uploader.email}</span>
          <span>{formatFileSize(version.fileSize)}</span>
          <RelativeTime iso={version.createdAt} />
        </p>
        {version.error && <p className="mt-1 text-xs text-danger-ink">{version.error.message}</p>}
      </div>
      {isReadable && (
        <div className="flex flex-wrap gap-2">
          {!isNewest && document.status === "completed" && (
            <Button
              size="small"
              aria-label={`Compare version ${version.version} with the newest`}
              onClick={onCompare}
            >
              Compare
            </Button>
          )}
          <Button asChild size="small">
            <a
              href={`${downloadPath(document.id)}?version=${version.version}`}
              download
              aria-label={`Download version ${version.version}`}
            >
              Download
            </a>
          </Button>
          {!isNewest && onRestore && (
            <Button
              size="small"
              pending={restoring}
              disabled={disabled}
              aria-label={`Restore version ${version.version}`}
              onClick={onRestore}
            >
              Restore
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
