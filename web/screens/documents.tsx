import type { Audience } from "../../contract/common.ts";
import { DocumentList } from "../features/documents/document-list.tsx";
import { UploadCard } from "../features/documents/upload-card.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { TabsInUrl } from "../ui/tabs.tsx";

export function DocumentsScreen() {
  return (
    <>
      <PageHeader title="Document Management" subtitle="Upload and manage your knowledge base" />
      <TabsInUrl
        label="Who the documents are for"
        tabs={[
          { value: "internal", label: "Internal Documents", content: <Documents type="internal" /> },
          { value: "external", label: "External Documents", content: <Documents type="external" /> },
        ]}
      />
    </>
  );
}

function Documents({ type }: { type: Audience }) {
  return (
    <>
      <UploadCard type={type} />
      <DocumentList type={type} />
    </>
  );
}
