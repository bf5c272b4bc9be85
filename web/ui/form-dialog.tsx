import type { ComponentProps } from "react";
import { serverMessage } from "../request.ts";
import { SubmitButton } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Form, ErrorText } from "./form.tsx";

interface FormDialogProps
  extends ComponentProps<typeof Dialog>, Pick<ComponentProps<typeof Form>, "noValidate" | "onSubmit"> {
  submitLabel: string;
  /** The mutation that the form submits; the form shows the server's message if it fails. */
  mutation: { isPending: boolean; error: Error | null };
}

/** A dialog with a form. It is open as long as it is rendered. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, mutation, noValidate, onSubmit, children, ...dialog } = props;
  return (
    <Dialog {...dialog}>
      <Form
        noValidate={noValidate}
        onSubmit={onSubmit}
        error={mutation.error}
        className="grid gap-4 overflow-y-auto p-5"
      >
        {children}
        <ErrorText>{serverMessage(mutation.error)}</ErrorText>
        <SubmitButton label={submitLabel} pending={mutation.isPending} className="justify-self-end" />
      </Form>
    </Dialog>
  );
}
