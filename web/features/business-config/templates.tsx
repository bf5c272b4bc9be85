import { Pencil } from "lucide-react";
import { useId, useState } from "react";
import type { BusinessConfig } from "../../../contract/business-config.ts";
import { Button, IconButton, SubmitButton } from "../../ui/button.tsx";
import { Textarea } from "../../ui/field.tsx";
import { Form, fieldText } from "../../ui/form.tsx";
import { useChangeConfig } from "./api.ts";
import { toTitle } from "./to-title.ts";

interface TemplatesProps {
  config: BusinessConfig;
  /** Whether the person may edit them. */
  editable: boolean;
}

/** The templates of a configuration, each editable in place. */
export function Templates({ config, editable }: TemplatesProps) {
  const change = useChangeConfig();
  const [open, setOpen] = useState<string | null>(null);
  const close = (): void => setOpen(null);
  const save = (template: string, text: string): void =>
    change.mutate({ id: config.id, templateSettings: { [template]: text } }, { onSuccess: close });
  return (
    <dl className="grid gap-3.5 text-sm">
      {Object.entries(config.templateSettings).map(([template, text]) => (
        <div key={template}>
          <dt className="font-semibold">{toTitle(template)}</dt>
          <dd className="mt-0.5">
            {open === template ? (
              <TemplateForm
                name={toTitle(template)}
                text={text}
                pending={change.isPending}
                onCancel={close}
                onSave={(edited) => save(template, edited)}
              />
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
  name: string;
  text: string;
  pending: boolean;
  onCancel: () => void;
  onSave: (text: string) => void;
}

function TemplateForm({ name, text, pending, onCancel, onSave }: TemplateFormProps) {
  const id = useId();

  return (
    <Form onSubmit={(form) => onSave(fieldText(form, "text"))} className="mt-1 grid gap-2.5">
      <label htmlFor={id} className="sr-only">
        {name}
      </label>
      <Textarea id={id} name="text" required maxLength={2000} rows={3} defaultValue={text} autoFocus />
      <div className="flex justify-end gap-2.5">
        <Button size="small" onClick={onCancel} label="Cancel" />
        <SubmitButton label="Save" variant="primary" size="small" pending={pending} />
      </div>
    </Form>
  );
}
