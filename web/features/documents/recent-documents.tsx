import { FileX2 } from "lucide-react";
import { Link } from "wouter";
import type { Document } from "../../../contract/documents.ts";
import { useMay } from "../../current-organization.tsx";
import { paths } from "../../paths.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { ReadList } from "../../ui/read-list.tsx";
import { useRecentDocuments } from "./api.ts";
import { BriefStatusBadge, VersionBadge, FileTypeIcon } from "./document-badges.tsx";

const maxShown = 5;

export function RecentDocuments() {
  const list = useRecentDocuments(maxShown);
  return (
    <Card className="flex flex-col" title="Recent Documents" actions={<AllDocuments />}>
      <ReadList
        list={list}
        what="documents"
        className="px-5 pt-3 pb-5 sm:px-6"
        skeleton="h-48"
        empty={<NoDocuments />}
      >
        {(document) => <Row key={document.id} document={document} />}
      </ReadList>
    </Card>
  );
}

function AllDocuments() {
  return (
    <Link
      href={paths.documents}
      className="text-sm font-semibold text-accent-text underline-offset-4 hover:underline"
    >
      View all
    </Link>
  );
}

function NoDocuments() {
  return useMay("upload documents") ? (
    <EmptyState
      icon={FileX2}
      title="No documents found"
      description="Upload the file people ask you about most."
      action={<LinkButton href={paths.documents} label="Upload a document" />}
    />
  ) : (
    <EmptyState
      icon={FileX2}
      title="No documents found"
      description="Documents appear here once a colleague uploads one."
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
