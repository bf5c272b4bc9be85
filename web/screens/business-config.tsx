import { CurrentConfigurations } from "../features/business-config/current-configurations.tsx";
import { PresetCards } from "../features/business-config/preset-cards.tsx";
import { RequireOrganization } from "../features/organizations/access-required.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { may } from "../../contract/permissions.ts";

export function BusinessConfigScreen() {
  return (
    <RequireOrganization purpose="access business configuration">
      {({ id, role }) => (
        <div key={id} className="grid gap-6">
          <PageHeader
            title="Business Configuration"
            subtitle="Settings, templates and workflows for your kind of business"
          />
          {may(role, "manage the business configuration") && <PresetCards organizationId={id} />}
          <CurrentConfigurations
            organizationId={id}
            editable={may(role, "manage the business configuration")}
          />
        </div>
      )}
    </RequireOrganization>
  );
}
