import type { FormEvent } from "react";
import { RequestError } from "../../request.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { fieldText } from "../../ui/field-text.ts";
import { Field, Input } from "../../ui/field.tsx";
import { useCreateOrganization } from "./api.ts";
import { useCurrentOrganization } from "./current-organization.tsx";

/** Makes an organization and goes into it. */
export function CreateOrganizationForm({ onCreated }: { onCreated?: () => void }) {
  const { choose } = useCurrentOrganization();
  const create = useCreateOrganization();
  const refusal = create.error instanceof RequestError ? create.error.sentence : null;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    create.mutate(fieldText(event.currentTarget, "name"), {
      onSuccess: ({ id }) => {
        choose(id);
        onCreated?.();
      },
    });
  }

  return (
    <form onSubmit={submit} className="grid gap-4 text-left">
      <Field label="Organization name">
        {(ids) => <Input {...ids} name="name" required maxLength={200} autoComplete="organization" />}
      </Field>
      {create.isError && (
        <p role="alert" className="text-sm font-medium text-danger-ink">
          {refusal ?? "Couldn't create the organization. Try again."}
        </p>
      )}
      <Button type="submit" pending={create.isPending}>
        Create organization
      </Button>
    </form>
  );
}

interface CreateOrganizationDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function CreateOrganizationDialog({ open, onOpenChange }: CreateOrganizationDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="New organization"
      description="It has its own documents, people and settings."
      className="sm:w-[28rem]"
    >
      <div className="p-5">
        <CreateOrganizationForm onCreated={() => onOpenChange(false)} />
      </div>
    </Dialog>
  );
}
