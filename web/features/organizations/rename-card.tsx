import { useMay, useOrganization } from "../../current-organization.tsx";
import { SubmitButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { InputField } from "../../ui/field.tsx";
import { Form, fieldText } from "../../ui/form.tsx";
import { useRename } from "./api.ts";

export function RenameCard() {
  const organization = useOrganization();
  const rename = useRename(organization.id);

  if (!useMay("change the organization's settings")) return null;

  return (
    <Card title="Organization">
      <Form
        onSubmit={(form) => rename.mutate(fieldText(form, "name"))}
        className="flex max-w-2xl flex-wrap items-end gap-4 p-5 sm:p-6"
      >
        <div className="min-w-0 flex-1 basis-60">
          <InputField
            label="Organization name"
            key={organization.name}
            name="name"
            required
            maxLength={200}
            autoComplete="off"
            defaultValue={organization.name}
          />
        </div>
        <SubmitButton label="Rename" variant="secondary" pending={rename.isPending} />
      </Form>
    </Card>
  );
}
