import { FileX2 } from "lucide-react";
import { paths } from "../../../contract/screens.ts";
import type { Document } from "../../../contract/documents.ts";
import { useMay } from "../../current-organization.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PlainLink } from "../../ui/links.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { QueryList, EmptyState } from "../../ui/query-list.tsx";
import { useRecentDocuments } from "./api.ts";
import { BriefStatusBadge, VersionBadge, FileTypeIcon } from "./document-badges.tsx";

export function RecentDocuments() {
  return (
    <Card
      className="flex flex-col"
      title="Recent Documents"
      actions={
        <span className="text-sm">
          <PlainLink href={paths.documents}>View all</PlainLink>
        </span>
      }
    >
      <QueryList
        list={useRecentDocuments()}
        what="documents"
        className="px-5 pt-3 pb-5 sm:px-6"
        skeleton="h-48"
        empty={<NoDocuments />}
      >
        {(document) => <Row key={document.id} document={document} />}
      </QueryList>
    </Card>
  );
}

function NoDocuments() {
  const mayUpload = useMay("upload documents");
  return (
    <EmptyState
      icon={FileX2}
      title="No documents found"
      description={
        mayUpload
          ? "Upload the file people ask you about most."
          : "Documents appear here once a colleague uploads one."
      }
      action={mayUpload && <LinkButton href={paths.documents} label="Upload a document" />}
    />
  );
}

function Row({ document: { name, type, fileType, createdAt, version, status } }: { document: Document }) {
  return (
    <li className="flex items-center gap-3.5 py-3">
      <FileTypeIcon fileType={fileType} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-semibold" title={name}>
          {name}
        </p>
        <p className="text-xs text-ink-soft">
          {type === "internal" ? "Internal" : "External"} · <RelativeTime iso={createdAt} />
        </p>
      </div>
      <VersionBadge version={version} />
      <BriefStatusBadge status={status} />
    </li>
  );
}
