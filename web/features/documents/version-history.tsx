import { History } from "lucide-react";
import { useState } from "react";
import type { Document, DocumentVersion } from "../../../contract/documents.ts";
import { useMay } from "../../current-organization.tsx";
import { formatFileSize } from "../../format/file-size.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton, LinkButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { QueryList } from "../../ui/query-list.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { downloadPath, useRestoreVersion, useVersions } from "./api.ts";
import { StatusBadge } from "./document-badges.tsx";
import { VersionComparison } from "./version-comparison.tsx";

interface VersionHistoryProps {
  document: Document;
}

export function VersionHistory({ document }: VersionHistoryProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Tooltip content="Version history">
        <IconButton
          icon={History}
          label={`Version history of ${document.name}`}
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      {open && <VersionsDialog document={document} onClose={() => setOpen(false)} />}
    </>
  );
}

/** All versions, to compare, download and restore them. */
function VersionsDialog({ document, onClose }: VersionHistoryProps & { onClose: () => void }) {
  const [compared, setCompared] = useState<number | null>(null);
  return (
    <Dialog
      onClose={onClose}
      title="Version history"
      description={document.name}
      className={compared === null ? "sm:w-[40rem]" : "sm:w-[60rem]"}
    >
      {compared === null ? (
        <Versions document={document} onCompare={setCompared} onRestored={onClose} />
      ) : (
        <VersionComparison document={document} version={compared} onBack={() => setCompared(null)} />
      )}
    </Dialog>
  );
}

interface VersionsProps extends VersionHistoryProps {
  onCompare: (version: number) => void;
  onRestored: () => void;
}

function Versions(props: VersionsProps) {
  const list = useVersions(props.document.id, props.document.version);
  const restore = useRestoreVersion();
  return (
    <QueryList
      list={list}
      what="versions"
      className="min-h-40 overflow-y-auto"
      skeleton="m-5 h-16"
      empty={null}
    >
      {(version) => <VersionRow key={version.version} {...props} version={version} restore={restore} />}
    </QueryList>
  );
}

interface VersionRowProps extends VersionsProps {
  version: DocumentVersion;
  /** Shared by all rows, since one version is restored at a time. */
  restore: ReturnType<typeof useRestoreVersion>;
}

function VersionRow(props: VersionRowProps) {
  const { version, status, answering, uploader, fileSize, createdAt, error } = props.version;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3.5">
      <div className="min-w-0 text-sm">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">Version {version}</span>
          {status !== "completed" && <StatusBadge status={status} />}
          {answering && <Badge tone="green" label="Used for answers" />}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-ink-soft">
          <span className="break-all">{uploader.firstName || uploader.email}</span>
          <span>{formatFileSize(fileSize)}</span>
          <RelativeTime iso={createdAt} />
        </p>
        {error && <p className="mt-1 text-xs text-danger-ink">{error.message}</p>}
      </div>
      {status === "completed" && <Actions {...props} />}
    </li>
  );
}

/** The buttons for a version that could be read. */
function Actions({ document, version: { version }, restore, onCompare, onRestored }: VersionRowProps) {
  const mayUpload = useMay("upload documents");
  const isNewest = version === document.version;
  return (
    <div className="flex flex-wrap gap-2">
      {!isNewest && document.status === "completed" && (
        <Button
          size="small"
          aria-label={`Compare version ${version} with the newest`}
          onClick={() => onCompare(version)}
          label="Compare"
        />
      )}
      <LinkButton
        outside
        size="small"
        href={`${downloadPath(document.id)}?version=${version}`}
        download
        aria-label={`Download version ${version}`}
        label="Download"
      />
      {!isNewest && mayUpload && (
        <Button
          size="small"
          pending={restore.isPending && restore.variables.version === version}
          disabled={restore.isPending}
          aria-label={`Restore version ${version}`}
          onClick={() => restore.mutate({ documentId: document.id, version }, { onSuccess: onRestored })}
          label="Restore"
        />
      )}
    </div>
  );
}
