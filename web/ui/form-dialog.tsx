import type { ComponentProps } from "react";
import { sentenceOf } from "../request.ts";
import { SubmitButton } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Form, Refusal } from "./form.tsx";

interface FormDialogProps
  extends ComponentProps<typeof Dialog>, Pick<ComponentProps<typeof Form>, "noValidate" | "onSubmit"> {
  submitLabel: string;
  /** The change that the form sends; the form shows what the server says against it. */
  saving: { isPending: boolean; error: Error | null };
}

/** A dialog with a form. It is open as long as it is rendered. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, saving, noValidate, onSubmit, children, ...dialog } = props;
  return (
    <Dialog {...dialog}>
      <Form noValidate={noValidate} onSubmit={onSubmit} className="grid gap-4 overflow-y-auto p-5">
        {children}
        <Refusal>{sentenceOf(saving.error)}</Refusal>
        <SubmitButton label={submitLabel} pending={saving.isPending} className="justify-self-end" />
      </Form>
    </Dialog>
  );
}
