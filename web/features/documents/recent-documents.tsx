import { FileX2 } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { useRecentDocuments } from "./api.ts";
import { BriefStatusBadge, VersionBadge } from "./document-badges.tsx";
import { FileTypeIcon } from "./file-type.tsx";

const maxShown = 5;

interface RecentDocumentsProps {
  moreLink: ReactNode;
  uploadLink: ReactNode;
}

export function RecentDocuments({ moreLink, uploadLink }: RecentDocumentsProps) {
  const list = useRecentDocuments(maxShown);
  return (
    <Card className="flex flex-col" title="Recent Documents" actions={moreLink}>
      <div className="px-5 pt-3 pb-5 sm:px-6">
        <QueryState query={list} what="documents" skeleton="h-48" />
        {list.data?.length === 0 && (
          <EmptyState
            icon={FileX2}
            title="No documents found"
            description={
              uploadLink
                ? "Upload the file people ask you about most."
                : "Documents appear here once a colleague uploads one."
            }
            action={uploadLink}
          />
        )}
        <ul className="divide-y divide-line">
          {list.data?.slice(0, maxShown).map((document) => (
            <li key={document.id} className="flex items-center gap-3.5 py-3">
              <FileTypeIcon fileType={document.fileType} />
              <div className="min-w-0 flex-1">
                <p className="truncate text-sm font-semibold" title={document.name}>
                  {document.name}
                </p>
                <p className="text-xs text-ink-soft">
                  {document.type === "internal" ? "Internal" : "External"} ·{" "}
                  <RelativeTime iso={document.createdAt} />
                </p>
              </div>
              <VersionBadge version={document.version} />
              <BriefStatusBadge status={document.status} />
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
