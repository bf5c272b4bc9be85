import { type ComponentProps, createContext, type ReactNode, useEffect, useRef, useState } from "react";
import { clsx } from "clsx";
import { serverMessage, fieldMessages } from "../request.ts";
import { SubmitButton, useOneAtATime } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

/** The server's messages about the fields of the form around them, by name. */
export const FieldMessages = createContext<Partial<Record<string, string>>>({});

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit"> {
  onSubmit: (form: HTMLFormElement) => void;
  /** Why the server refused the form. What concerns a field is shown there, and the first such field gets the focus. */
  error?: Error | null;
}

/** A form that calls `onSubmit` instead of navigating. */
export function Form({ onSubmit, error, className, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const run = useOneAtATime();
  useEffect(() => {
    const field = error && form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    field?.closest("details")?.setAttribute("open", "");
    field?.focus();
  }, [error]);
  return (
    <FieldMessages value={fieldMessages(error)}>
      <form
        {...rest}
        ref={form}
        className={clsx("group/form", className)}
        onSubmit={(event) => {
          event.preventDefault();
          const submitted = event.currentTarget;
          run(() => onSubmit(submitted));
        }}
      />
    </FieldMessages>
  );
}

/** Hides an error of the form as a whole while one of its fields shows an error. */
export const unlessAtField = "group-has-aria-invalid/form:hidden";

export function ErrorText({ className, children }: { className?: string; children: ReactNode }) {
  return (
    children && (
      <p role="alert" className={clsx("text-sm font-medium text-danger-ink", unlessAtField, className)}>
        {children}
      </p>
    )
  );
}

interface FoldProps {
  label: string;
  className: string;
  children: ReactNode;
}

/** A section that is collapsed until its label is chosen. */
export function Fold({ label, className, children }: FoldProps) {
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm text-sm font-semibold text-accent-text">
        {label}
      </summary>
      <div className={className}>{children}</div>
    </details>
  );
}

/** A collapsed section for fields that few people need. */
export const Advanced = (props: Omit<FoldProps, "label">) => <Fold label="Advanced" {...props} />;

/** The texts of all fields by name, for a form without file inputs. */
export const formTexts = (form: HTMLFormElement) =>
  Object.fromEntries(new FormData(form)) as Record<string, string>;

/** The text of a form field; empty if the field is missing. */
export const fieldText = (form: HTMLFormElement, name: string): string => formTexts(form)[name] ?? "";

/** The lines of a form field, without blank ones. */
export function fieldLines(form: HTMLFormElement, name: string): string[] {
  return fieldText(form, name)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The trimmed texts of the form fields that are not empty. */
export function filledTexts(form: HTMLFormElement) {
  const texts = Object.entries(formTexts(form)).map(([name, text]) => [name, text.trim()] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ""));
}

interface FormDialogProps
  extends ComponentProps<typeof Dialog>, Pick<ComponentProps<typeof Form>, "noValidate" | "onSubmit"> {
  submitLabel: string;
  /** The mutation that the form submits; the form shows the server's message if it fails. */
  mutation: { isPending: boolean; error: Error | null };
}

const discardQuestion = {
  title: "Discard what you have written?",
  description: "It has not been saved.",
  confirmLabel: "Discard",
  cancelLabel: "Keep writing",
};

/** A dialog with a form. Once something has been written, it asks before closing. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, mutation, noValidate, onSubmit, children, ...dialog } = props;
  const [isWritten, setWritten] = useState(false);
  return (
    <Dialog {...dialog} askBeforeClosing={() => (isWritten ? discardQuestion : null)}>
      <Form
        noValidate={noValidate}
        onInput={() => setWritten(true)}
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
