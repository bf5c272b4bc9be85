import { History, ArrowLeft } from "lucide-react";
import { useState, useMemo } from "react";
import { clsx } from "clsx";
import type { Document, DocumentVersion } from "../../../contract/documents.ts";
import { useMay } from "../../current-organization.tsx";
import { formatFileSize } from "../../format/file-size.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton, LinkButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { QueryList, combineQueries, QueryState } from "../../ui/query-list.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { downloadPath, useRestoreVersion, useVersions, useVersionLines } from "./api.ts";
import { StatusBadge } from "./document-badges.tsx";
import { type DiffLine, diffLines } from "../../format/diff-lines.ts";

export function VersionHistory({ document }: { document: Document }) {
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

function VersionsDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const [compared, setCompared] = useState<number | null>(null);
  const list = useVersions(document.id, document.version);
  const restore = useRestoreVersion();
  return (
    <Dialog
      onClose={onClose}
      title="Version history"
      description={document.name}
      className={compared === null ? "sm:w-[40rem]" : "sm:w-[60rem]"}
    >
      {compared === null ? (
        <QueryList
          list={list}
          what="versions"
          className="min-h-40 overflow-y-auto"
          skeleton="m-5 h-16"
          empty={null}
        >
          {(version) => (
            <VersionRow
              key={version.version}
              {...{ document, version, restore }}
              onCompare={setCompared}
              onRestored={onClose}
            />
          )}
        </QueryList>
      ) : (
        <VersionComparison document={document} version={compared} onBack={() => setCompared(null)} />
      )}
    </Dialog>
  );
}

interface VersionRowProps {
  document: Document;
  version: DocumentVersion;
  /** Shared by all rows, since one version is restored at a time. */
  restore: ReturnType<typeof useRestoreVersion>;
  onCompare: (version: number) => void;
  onRestored: () => void;
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

/** How many unchanged lines are shown around a change. */
const contextLines = 2;

interface VersionComparisonProps {
  document: Document;
  version: number;
  onBack: () => void;
}

function VersionComparison({ document, version, onBack }: VersionComparisonProps) {
  const before = useVersionLines(document.id, version);
  const after = useVersionLines(document.id, document.version);
  return (
    <div className="flex min-h-40 flex-1 flex-col overflow-hidden">
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-5 py-2.5">
        <Button variant="ghost" size="small" onClick={onBack} icon={ArrowLeft} label="All versions" />
        <p className="text-sm font-semibold">
          Version {version} compared with version {document.version}
        </p>
      </div>
      <div className="overflow-y-auto p-5" tabIndex={0} role="region" aria-label="Differences">
        <QueryState query={combineQueries(before, after)} what="text" skeleton="h-32" />
        {before.data && after.data && <Differences before={before.data} after={after.data} />}
      </div>
    </div>
  );
}

function Differences({ before, after }: { before: string[]; after: string[] }) {
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  const parts = useMemo(() => foldUnchanged(lines), [lines]);
  if (lines.every(({ kind }) => kind === "same")) {
    return <p className="text-sm text-ink-soft">Both versions have the same text.</p>;
  }
  return (
    <div className="grid gap-px text-sm">
      {parts.map((part, at) =>
        "hidden" in part ? (
          <p key={at} className="py-1.5 text-center text-xs text-ink-soft">
            {part.hidden === 1 ? "1 unchanged line" : `${part.hidden} unchanged lines`}
          </p>
        ) : (
          <Line key={at} line={part} />
        ),
      )}
    </div>
  );
}

const lineStyles = {
  same: { sign: " ", word: "", colour: "" },
  removed: { sign: "−", word: "Removed: ", colour: "bg-danger-tint text-danger-ink" },
  added: { sign: "+", word: "Added: ", colour: "bg-fynbos-tint text-fynbos-ink" },
};

function Line({ line: { kind, text } }: { line: DiffLine }) {
  const { sign, word, colour } = lineStyles[kind];
  return (
    <p className={clsx("flex gap-2.5 rounded-sm px-2 py-0.5 wrap-anywhere", colour)}>
      <span aria-hidden className="w-3 shrink-0 font-mono">
        {sign}
      </span>
      <span className="sr-only">{word}</span>
      <span className="min-w-0 whitespace-pre-wrap">{text}</span>
    </p>
  );
}

/** Replaces long runs of unchanged lines by their count. */
function foldUnchanged(lines: DiffLine[]): (DiffLine | { hidden: number })[] {
  const around = (at: number) => lines.slice(Math.max(0, at - contextLines), at + contextLines + 1);
  const parts: (DiffLine | { hidden: number })[] = [];
  for (const [at, line] of lines.entries()) {
    const last = parts.at(-1);
    if (around(at).some(({ kind }) => kind !== "same")) parts.push(line);
    else if (last && "hidden" in last) last.hidden += 1;
    else parts.push({ hidden: 1 });
  }
  return parts;
}
