import { CurrentConfigurations } from "../features/business-config/current-configurations.tsx";
import { PresetCards } from "../features/business-config/preset-cards.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export function BusinessConfigScreen() {
  return (
    <div className="grid gap-6">
      <PageHeader
        title="Business Configuration"
        subtitle="Settings, templates and workflows for your type of business"
      />
      <PresetCards />
      <CurrentConfigurations />
    </div>
  );
}
