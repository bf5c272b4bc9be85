import { serverMessage } from "../../request.ts";
import { SubmitButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { InputField } from "../../ui/field.tsx";
import { fieldText, Form, ErrorText } from "../../ui/form.tsx";
import { useCreateOrganization } from "./api.ts";
import { useCurrentOrganization } from "../../current-organization.tsx";

/** Creates an organization and switches to it. */
export function CreateOrganizationForm({ onCreated }: { onCreated?: () => void }) {
  const { choose } = useCurrentOrganization();
  const create = useCreateOrganization();
  const submit = (form: HTMLFormElement): void =>
    create.mutate(fieldText(form, "name"), {
      onSuccess: ({ id }) => {
        choose(id);
        onCreated?.();
      },
    });

  return (
    <Form onSubmit={submit} className="grid gap-4 text-left">
      <InputField
        label="Organization name"
        name="name"
        required
        maxLength={200}
        autoComplete="organization"
      />
      <ErrorText>
        {create.error && (serverMessage(create.error) ?? "Couldn't create the organization. Try again.")}
      </ErrorText>
      <SubmitButton label="Create organization" pending={create.isPending} />
    </Form>
  );
}

export function CreateOrganizationDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="New organization"
      description="It has its own documents, people and settings."
      className="sm:w-[28rem]"
    >
      <div className="p-5">
        <CreateOrganizationForm onCreated={onClose} />
      </div>
    </Dialog>
  );
}
