import { Check, SlidersHorizontal, X, Pencil } from "lucide-react";
import { useState } from "react";
import type { BusinessConfig } from "../../../contract/business-config.ts";
import { businessPresets, type BusinessType } from "../../../contract/business-presets.ts";
import { useMay } from "../../current-organization.tsx";
import { ActiveBadge, Badge } from "../../ui/badge.tsx";
import { ListCard } from "../../ui/query-list.tsx";
import { LabelledTabs } from "../../ui/tabs.tsx";
import { useBusinessConfigs, useChangeConfig } from "./api.ts";
import { ManageConfiguration } from "./manage-configuration.tsx";
import { toTitle, topicOf } from "./to-title.ts";
import { Button, IconButton, SubmitButton } from "../../ui/button.tsx";
import { Textarea } from "../../ui/field.tsx";
import { Form, fieldText } from "../../ui/form.tsx";

export function CurrentConfigurations() {
  const mayEdit = useMay("manage the business configuration");
  return (
    <ListCard
      title="Current Configurations"
      what="business configurations"
      list={useBusinessConfigs()}
      empty={{
        icon: SlidersHorizontal,
        title: "No Business Configuration",
        description: mayEdit
          ? "Choose a business type above and apply it."
          : "An owner or admin can choose a business type and apply it.",
      }}
    >
      {(config) => <Configuration key={config.id} config={config} mayEdit={mayEdit} />}
    </ListCard>
  );
}

/** Name and description of a business type. Types without a preset are custom. */
function presetOf(businessType: string): { name: string; description: string } {
  return Object.hasOwn(businessPresets, businessType)
    ? businessPresets[businessType as BusinessType]
    : { name: toTitle(businessType), description: "Custom configuration" };
}

function Configuration({ config, mayEdit }: { config: BusinessConfig; mayEdit: boolean }) {
  const { name, description } = presetOf(config.businessType);
  const tabs = [
    { value: "settings", label: "Settings", content: <Flags flags={config.settings} /> },
    { value: "templates", label: "Templates", content: <Templates config={config} /> },
    { value: "workflows", label: "Workflows", content: <Workflows workflows={config.workflowSettings} /> },
  ];
  return (
    <li className="p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="font-sans font-semibold wrap-anywhere">{name}</h3>
          <p className="text-sm text-ink-soft">{description}</p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <ActiveBadge isActive={config.isActive} />
          {mayEdit && <ManageConfiguration config={config} name={name} />}
        </div>
      </div>
      <LabelledTabs
        label={`Configuration of ${name}`}
        tabs={tabs}
        defaultValue="settings"
        className="mt-4"
        panel={{ className: "mt-4" }}
      />
    </li>
  );
}

function Flags({ flags }: { flags: BusinessConfig["settings"] }) {
  return (
    <ul className="grid gap-x-8 gap-y-2.5 text-sm md:grid-cols-2">
      {Object.entries(flags).map(([flag, enabled]) => (
        <li key={flag} className="flex items-center justify-between gap-3">
          <span className="min-w-0 wrap-anywhere">{topicOf(flag)}</span>
          {enabled ? (
            <Badge tone="green" icon={Check} label="Enabled" />
          ) : (
            <Badge tone="grey" icon={X} label="Disabled" />
          )}
        </li>
      ))}
    </ul>
  );
}

function Workflows({ workflows }: { workflows: BusinessConfig["workflowSettings"] }) {
  return (
    <div className="grid gap-5 text-sm md:grid-cols-2">
      {Object.entries(workflows).map(([group, steps]) => (
        <div key={group}>
          <h4 className="font-sans font-semibold">{toTitle(group)}</h4>
          <ol className="mt-1.5 grid list-decimal gap-1 pl-5 text-ink-soft">
            {steps.map((step) => (
              <li key={step}>{toTitle(step)}</li>
            ))}
          </ol>
        </div>
      ))}
    </div>
  );
}

function Templates({ config }: { config: BusinessConfig }) {
  const mayEdit = useMay("manage the business configuration");
  const [open, setOpen] = useState<string | null>(null);
  return (
    <dl className="grid gap-3.5 text-sm">
      {Object.entries(config.templateSettings).map(([template, text]) => (
        <div key={template}>
          <dt className="font-semibold">{toTitle(template)}</dt>
          <dd className="mt-0.5">
            {open === template ? (
              <TemplateForm config={config} template={template} onClose={() => setOpen(null)} />
            ) : (
              <span className="flex items-start justify-between gap-3">
                <span className="min-w-0 wrap-anywhere text-ink-soft">“{text}”</span>
                {mayEdit && (
                  <IconButton
                    icon={Pencil}
                    label={`Edit ${toTitle(template)}`}
                    onClick={() => setOpen(template)}
                  />
                )}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface TemplateFormProps {
  config: BusinessConfig;
  template: string;
  onClose: () => void;
}

function TemplateForm({ config: { id, templateSettings }, template, onClose }: TemplateFormProps) {
  const change = useChangeConfig();
  const submit = (form: HTMLFormElement): void =>
    change.mutate({ id, templateSettings: { [template]: fieldText(form, "text") } }, { onSuccess: onClose });
  return (
    <Form onSubmit={submit} className="mt-1 grid gap-2.5">
      <Textarea
        aria-label={toTitle(template)}
        name="text"
        required
        maxLength={2000}
        rows={3}
        defaultValue={templateSettings[template]}
        autoFocus
      />
      <div className="flex justify-end gap-2.5">
        <Button size="small" onClick={onClose} label="Cancel" />
        <SubmitButton label="Save" variant="primary" size="small" pending={change.isPending} />
      </div>
    </Form>
  );
}
