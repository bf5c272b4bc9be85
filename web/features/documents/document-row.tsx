import { Download, RotateCw, Trash2 } from "lucide-react";
import { Link } from "wouter";
import type { Document } from "../../../contract/documents.ts";
import { useMay } from "../../current-organization.tsx";
import { formatFileSize } from "../../format/file-size.ts";
import { useOpenDocument } from "../../open-document.ts";
import { goldenQuestionsPath } from "../../paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { MutationButton, LinkButton } from "../../ui/button.tsx";
import { ConfirmedButton } from "../../ui/dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { downloadPath, useDeleteDocument, useRetryDocument } from "./api.ts";
import { StatusBadge, VersionBadge, FileTypeIcon, fileTypeLabel } from "./document-badges.tsx";
import { UploadVersion } from "./upload-card.tsx";
import { VersionHistory } from "./version-history.tsx";

export function DocumentRow({ document }: { document: Document }) {
  return (
    <li className="flex gap-4 px-4 py-4 sm:px-6">
      <FileTypeIcon fileType={document.fileType} />
      <div className="flex min-w-0 flex-1 flex-col gap-3 md:flex-row md:items-start md:justify-between">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
            <DocumentName document={document} />
            <VersionBadge version={document.version} />
            <StatusBadge status={document.status} />
            {document.held && <Badge tone="outline" label="Not live" />}
          </div>
          <Facts document={document} />
          {document.summary && (
            <p className="mt-1.5 line-clamp-2 max-w-3xl text-sm text-ink-soft">{document.summary}</p>
          )}
          <Problems document={document} />
          <QueuePosition document={document} />
        </div>
        <Actions document={document} />
      </div>
    </li>
  );
}

/** Errors in the file itself, which processing it again would not fix. */
const fileErrorCodes = new Set<string>([
  "corrupt",
  "password_protected",
  "no_text",
  "empty",
  "wrong_type",
  "too_large",
]);

function Actions({ document }: { document: Document }) {
  const { id, name, status, version, error } = document;
  const mayUpload = useMay("upload documents");
  const mayRetry = useMay("retry documents");
  const retry = useRetryDocument();
  const needsAnotherFile = mayUpload && error !== null && fileErrorCodes.has(error.code);
  return (
    <div className="flex shrink-0 items-center gap-1">
      {needsAnotherFile && <UploadVersion document={document} replaces />}
      {status === "error" && !needsAnotherFile && mayRetry && (
        <MutationButton size="small" mutation={retry} input={id} icon={RotateCw} label="Retry" />
      )}
      {status === "completed" && (
        <Tooltip content="Download">
          <LinkButton
            outside
            variant="ghost"
            size="icon"
            href={downloadPath(id)}
            download
            aria-label={`Download ${name}`}
            icon={Download}
          />
        </Tooltip>
      )}
      {version > 1 && <VersionHistory document={document} />}
      {mayUpload && !needsAnotherFile && <UploadVersion document={document} />}
      <DeleteButton document={document} />
    </div>
  );
}

function DeleteButton({ document: { id, name } }: { document: Document }) {
  const remove = useDeleteDocument();
  if (!useMay("delete documents")) return null;
  return (
    <Tooltip content="Delete">
      <ConfirmedButton
        variant="ghost"
        size="icon"
        aria-label={`Delete ${name}`}
        title="Delete this document?"
        description={`“${name}” and all its versions will be removed for everyone and will no longer be used for answers. You cannot undo this.`}
        confirmLabel="Delete"
        pending={remove.isPending}
        onConfirm={(options) => remove.mutate(id, options)}
        icon={Trash2}
      />
    </Tooltip>
  );
}

function DocumentName({ document: { id, name, answeringVersion } }: { document: Document }) {
  const open = useOpenDocument();
  return (
    <h3 className="min-w-0 font-sans font-semibold wrap-anywhere">
      {answeringVersion === null ? (
        name
      ) : (
        <button
          type="button"
          onClick={() => open({ documentId: id, documentName: name, page: 1 })}
          className="rounded-sm text-left underline-offset-4 hover:text-accent-text hover:underline"
        >
          {name}
        </button>
      )}
    </h3>
  );
}

function Facts({ document }: { document: Document }) {
  const { pageCount, uploader } = document;
  const facts = [
    fileTypeLabel(document.fileType),
    formatFileSize(document.fileSize),
    ...(pageCount ? [`${pageCount} ${pageCount === 1 ? "page" : "pages"}`] : []),
    uploader.firstName || uploader.email,
  ];
  return (
    <p className="mt-1 flex flex-wrap gap-x-2 text-xs text-ink-soft">
      {facts.map((fact) => (
        <span key={fact} className="break-all after:ml-2 after:content-['·']">
          {fact}
        </span>
      ))}
      <RelativeTime iso={document.createdAt} />
    </p>
  );
}

/** Explains why processing has not started. */
function QueuePosition({ document: { waiting } }: { document: Document }) {
  if (!waiting) return null;
  const others = waiting.before === 1 ? "1 other document comes" : `${waiting.before} other documents come`;
  return (
    <p className="mt-2 max-w-3xl text-sm text-ink-soft">
      {waiting.isStalled
        ? "Processing is paused. Your document is safe and will be read as soon as the server resumes."
        : `Waiting: ${others} first.`}
    </p>
  );
}

/** Explains why a version failed or is held, and which version answers come from meanwhile. */
function Problems({ document: { error, answeringVersion, version, held } }: { document: Document }) {
  const olderAnswers = answeringVersion !== null && answeringVersion !== version;
  if (!error && !olderAnswers && !held) return null;
  return (
    <div className="mt-2 grid max-w-3xl gap-1 text-sm">
      {error && <p className="font-medium text-danger-ink">{error.message}</p>}
      {held && (
        <p className="font-medium">
          This version isn't live because it changes answers.{" "}
          <Link href={goldenQuestionsPath} className="text-accent-text underline underline-offset-4">
            Compare and accept
          </Link>
        </p>
      )}
      {olderAnswers && (
        <p className="text-ink-soft">Answers currently come from version {answeringVersion}.</p>
      )}
    </div>
  );
}
