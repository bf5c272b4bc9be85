import { SubmitButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { InputField } from "../../ui/field.tsx";
import { Form, fieldText } from "../../ui/form.tsx";
import { passkeyProblem } from "./api.ts";

interface AddPasskeyProps {
  add: { isPending: boolean; error: Error | null };
  onClose: () => void;
  onSubmit: (name: string) => void;
}

export function AddPasskeyDialog({ add, onClose, onSubmit }: AddPasskeyProps) {
  return (
    <Dialog
      onClose={onClose}
      title="Add a passkey"
      description="Your browser asks for your fingerprint, face or PIN."
      className="sm:w-105"
    >
      <Form onSubmit={(form) => onSubmit(fieldText(form, "passkeyName").trim())} className="grid gap-4 p-5">
        <InputField
          label="Name"
          hint="A name to recognise it by, such as “Work laptop”."
          error={add.error && passkeyProblem(add.error)}
          name="passkeyName"
          required
          maxLength={100}
          autoComplete="off"
        />
        <SubmitButton label="Continue" pending={add.isPending} />
      </Form>
    </Dialog>
  );
}
