import { Pencil } from "lucide-react";
import { useState } from "react";
import type { BusinessConfig } from "../../../contract/business-config.ts";
import { useMay } from "../../current-organization.tsx";
import { Button, IconButton, SubmitButton } from "../../ui/button.tsx";
import { Textarea } from "../../ui/field.tsx";
import { Form, fieldText } from "../../ui/form.tsx";
import { useChangeConfig } from "./api.ts";
import { toTitle } from "./to-title.ts";

/** The templates of a configuration, each editable in place. */
export function Templates({ config }: { config: BusinessConfig }) {
  const editable = useMay("manage the business configuration");
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
                {editable && (
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

  function submit(form: HTMLFormElement): void {
    const changed = { [template]: fieldText(form, "text") };
    change.mutate({ id, templateSettings: changed }, { onSuccess: onClose });
  }

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
