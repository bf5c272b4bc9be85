import { SlidersHorizontal } from "lucide-react";
import { RequireOrganization } from "../features/organizations/access-required.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export function BusinessConfigScreen() {
  return (
    <RequireOrganization purpose="access business configuration">
      {() => (
        <>
          <PageHeader
            title="Business Configuration"
            subtitle="Settings, templates and workflows for your kind of business"
          />
          <Card className="mt-6">
            <EmptyState
              icon={SlidersHorizontal}
              title="No Business Configuration"
              description="Presets for retail, insurance, medical aid and financial services."
            />
          </Card>
        </>
      )}
    </RequireOrganization>
  );
}
