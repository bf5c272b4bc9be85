import { Button } from "../../ui/button.tsx";
import { EmailField, NewPasswordField } from "../../ui/field.tsx";
import { Form, fieldText } from "../../ui/form.tsx";
import { useRequestReset, useResetPassword } from "./api.ts";
import { FormError } from "./auth-page.tsx";
import { failureSentence } from "./form-problems.ts";

/** Asks for an email with a link to set a new password. */
export function RequestResetForm() {
  const ask = useRequestReset();

  function submit(form: HTMLFormElement): void {
    ask.mutate(fieldText(form, "email"));
  }

  if (ask.isSuccess) {
    return (
      <p role="status">
        If this address has an account, we have emailed it a link to set a new password. The link expires in
        an hour.
      </p>
    );
  }
  return (
    <Form onSubmit={submit} className="grid gap-5">
      {ask.error && <FormError>{failureSentence(ask.error)}</FormError>}
      <EmailField required />
      <Button type="submit" size="large" pending={ask.isPending}>
        Send reset link
      </Button>
    </Form>
  );
}

/** Sets a new password, with the token of the link. */
export function ResetForm({ token }: { token: string }) {
  const reset = useResetPassword();

  function submit(form: HTMLFormElement): void {
    reset.mutate({ token, newPassword: fieldText(form, "newPassword") });
  }

  if (reset.isSuccess) {
    return (
      <p role="status">
        Your new password is set and all other sessions were signed out. Sign in with it now.
      </p>
    );
  }
  return (
    <Form onSubmit={submit} className="grid gap-5">
      {reset.error && <FormError>{failureSentence(reset.error)}</FormError>}
      <NewPasswordField />
      <Button type="submit" size="large" pending={reset.isPending}>
        Set password
      </Button>
    </Form>
  );
}
