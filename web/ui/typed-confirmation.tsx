import { useState } from "react";
import { Button, SubmitButton } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { InputField } from "./field.tsx";
import { fieldText, Form } from "./form.tsx";

interface TypedConfirmationProps {
  /** Of the button and the dialog, such as "Delete account". */
  title: string;
  description: string;
  /** What has to be typed, such as "Your email address". */
  label: string;
  expected: string;
  pending: boolean;
  onConfirm: (typed: string) => void;
}

/** A button with a dialog, in which a text is typed before something large is deleted. */
export function TypedConfirmation(props: TypedConfirmationProps) {
  const { title, description, label, expected, pending, onConfirm } = props;
  const [open, setOpen] = useState(false);
  const submit = (form: HTMLFormElement): void => {
    setOpen(false);
    onConfirm(fieldText(form, "expected").trim());
  };
  return (
    <>
      <Button variant="secondary" pending={pending} onClick={() => setOpen(true)} label={title} />
      {open && (
        <Dialog onClose={() => setOpen(false)} title={title} className="sm:w-[28rem]">
          <Form onSubmit={submit} className="grid gap-4 overflow-y-auto p-5">
            <p className="text-sm text-ink-soft">{description} You cannot undo this.</p>
            <InputField label={label} hint={`Type ${expected}`} name="expected" required autoComplete="off" />
            <SubmitButton variant="danger" label={title} className="justify-self-end" />
          </Form>
        </Dialog>
      )}
    </>
  );
}
