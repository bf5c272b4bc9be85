import { SubmitButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { InputField } from "../../ui/field.tsx";
import { Form, fieldText } from "../../ui/form.tsx";
import { passkeyProblem } from "./api.ts";

interface AddPasskeyProps {
  open: boolean;
  onClose: () => void;
  pending: boolean;
  error: Error | null;
  onSubmit: (name: string) => void;
}

export function AddPasskeyDialog({ open, onClose, pending, error, onSubmit }: AddPasskeyProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Add a passkey"
      description="Your browser asks for your fingerprint, face or PIN."
      className="sm:w-105"
    >
      <Form onSubmit={(form) => onSubmit(fieldText(form, "passkeyName").trim())} className="grid gap-4 p-5">
        <InputField
          label="Name"
          hint="A name to recognise it by, such as “Work laptop”."
          error={error ? passkeyProblem(error) : undefined}
          name="passkeyName"
          required
          maxLength={100}
          autoComplete="off"
        />
        <SubmitButton label="Continue" pending={pending} />
      </Form>
    </Dialog>
  );
}
