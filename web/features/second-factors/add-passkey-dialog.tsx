import type { FormEvent } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { fieldText } from "../../ui/field-text.ts";
import { Field, Input } from "../../ui/field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { passkeyProblem, useAddPasskey } from "./api.ts";

interface AddPasskeyProps {
  onClose: () => void;
  /** Asks for the password where the sign-in is a while ago. */
  askFor: (error: Error, again: () => void) => boolean;
  onDone: (recoveryCodes: string[] | null) => void;
}

/** Asks for a name, then has the browser make a passkey. */
export function AddPasskeyDialog({ open, ...props }: AddPasskeyProps & { open: boolean }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title="Add a passkey"
      description="Your browser asks for your fingerprint, face or PIN."
      className="sm:w-105"
    >
      <AddPasskeyForm {...props} />
    </Dialog>
  );
}

function AddPasskeyForm({ onClose, askFor, onDone }: AddPasskeyProps) {
  const add = useAddPasskey();

  function begin(name: string): void {
    add.mutate(name, {
      onSuccess: ({ recoveryCodes }) => {
        toast({ title: "Passkey Added", description: "You are signed out everywhere else." });
        onClose();
        onDone(recoveryCodes);
      },
      onError: (error) => {
        if (askFor(error, () => begin(name))) add.reset();
      },
    });
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    begin(fieldText(event.currentTarget, "passkeyName").trim());
  }

  return (
    <form onSubmit={submit} className="grid gap-4 p-5">
      <Field
        label="Name"
        hint="So that you recognise it, such as “Work laptop”."
        error={add.error ? passkeyProblem(add.error) : undefined}
      >
        {(ids) => <Input {...ids} name="passkeyName" required maxLength={100} autoComplete="off" />}
      </Field>
      <Button type="submit" pending={add.isPending}>
        Continue
      </Button>
    </form>
  );
}
