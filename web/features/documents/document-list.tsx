import { FileSearch, FileX2, Search } from "lucide-react";
import { useState } from "react";
import type { Audience } from "../../../contract/common.ts";
import type { Document } from "../../../contract/documents.ts";
import { useDebounced } from "../../ui/use-debounced.ts";
import { Card } from "../../ui/card.tsx";
import { type Columns, ExportButton } from "../../ui/export-button.tsx";
import { SearchInput } from "../../ui/field.tsx";
import { QueryList, EmptyState, Skeleton } from "../../ui/query-list.tsx";
import { useDocuments } from "./api.ts";
import { DocumentRow } from "./document-row.tsx";
import { fileTypeLabel } from "./document-badges.tsx";

export function DocumentList({ type }: { type: Audience }) {
  const [text, setText] = useState("");
  const search = useDebounced(text.trim());
  return (
    <Card
      className="overflow-hidden"
      title={type === "internal" ? "Internal documents" : "External documents"}
      actions={
        <div className="contents sm:flex sm:items-center sm:gap-2.5">
          <ExportButton
            what={`${type} documents`}
            list="documents"
            columns={exportColumns}
            filter={{ type, search }}
          />
          <SearchField value={text} onChange={setText} />
        </div>
      }
    >
      <QueryList
        list={useDocuments({ type, search })}
        what="documents"
        className="mt-4"
        rows={{ className: "border-t border-line" }}
        skeleton={loadingRows}
        empty={<NoDocuments type={type} search={search} />}
      >
        {(document) => <DocumentRow key={document.id} document={document} />}
      </QueryList>
    </Card>
  );
}

const exportColumns: Columns<Document> = {
  Name: ({ name }) => name,
  Type: ({ fileType }) => fileTypeLabel(fileType),
  Bytes: ({ fileSize }) => fileSize,
  Status: ({ status }) => status,
  Version: ({ version }) => version,
  "Uploaded by": ({ uploader }) => uploader.firstName || uploader.email,
  Created: ({ createdAt }) => createdAt,
  Summary: ({ summary }) => summary,
};

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className="relative w-full sm:w-72">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-ink-soft"
      />
      <SearchInput
        label="Search documents"
        placeholder="Search names and summaries"
        value={value}
        onText={onChange}
        className="pl-10"
      />
    </div>
  );
}

const loadingRows = (
  <div className="divide-y divide-line border-t border-line">
    <span role="status" className="sr-only">
      Loading documents
    </span>
    {[0, 1, 2].map((row) => (
      <div key={row} className="flex gap-4 px-4 py-5 sm:px-6">
        <Skeleton className="h-12 w-10" />
        <div className="flex-1 space-y-2.5">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3.5 w-4/5" />
        </div>
      </div>
    ))}
  </div>
);

function NoDocuments({ type, search }: { type: Audience; search: string }) {
  return (
    <div className="border-t border-line">
      <EmptyState
        icon={search ? FileSearch : FileX2}
        title="No documents found"
        description={
          search
            ? `No documents match “${search}”. Try different words.`
            : `No ${type} documents have been uploaded yet`
        }
      />
    </div>
  );
}
