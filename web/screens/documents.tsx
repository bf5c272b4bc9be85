import type { Audience } from "../../contract/common.ts";
import { DocumentList } from "../features/documents/document-list.tsx";
import { UploadCard } from "../features/documents/upload-card.tsx";
import { RequireOrganization } from "../features/organizations/access-required.tsx";
import { useTabInUrl } from "../tab-in-url.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../ui/tabs.tsx";
import { useViewer } from "./use-viewer.tsx";

const tabs = ["internal", "external"] as const satisfies Audience[];

export function DocumentsScreen() {
  return (
    <RequireOrganization purpose="manage documents">
      {({ id }) => <DocumentManagement key={id} />}
    </RequireOrganization>
  );
}

function DocumentManagement() {
  const [tab, setTab] = useTabInUrl<Audience>(tabs);
  const { viewer, open } = useViewer();
  return (
    <>
      <PageHeader title="Document Management" subtitle="Upload and manage your knowledge base" />
      <Tabs value={tab} onValueChange={setTab} className="mt-6">
        <TabList aria-label="Who the documents are for">
          <Tab value="internal">Internal Documents</Tab>
          <Tab value="external">External Documents</Tab>
        </TabList>
        {tabs.map((type) => (
          <TabPanel key={type} value={type} className="mt-5 grid gap-5">
            <UploadCard type={type} />
            <DocumentList
              type={type}
              onOpen={({ id, name }) => open({ documentId: id, documentName: name, page: 1 })}
            />
          </TabPanel>
        ))}
      </Tabs>
      {viewer}
    </>
  );
}
