import { EmailField, NewPasswordField } from "../../ui/field.tsx";
import { fieldText } from "../../ui/form.tsx";
import { useRequestReset, useResetPassword } from "./api.ts";
import { AuthForm } from "./auth-page.tsx";

/** Requests an email with a link to set a new password. */
export function RequestResetForm() {
  const send = useRequestReset();
  if (send.isSuccess) {
    return (
      <p role="status">
        If this address has an account, we have emailed it a link to set a new password. The link expires in
        an hour.
      </p>
    );
  }
  const submit = (form: HTMLFormElement): void => send.mutate(fieldText(form, "email"));
  return (
    <AuthForm onSubmit={submit} submitLabel="Send reset link" mutation={send}>
      <EmailField required />
    </AuthForm>
  );
}

/** Sets a new password, using the token from the emailed link. */
export function ResetForm({ token }: { token: string }) {
  const reset = useResetPassword();
  if (reset.isSuccess) {
    return (
      <p role="status">
        Your new password is set and all other sessions were signed out. Sign in with it now.
      </p>
    );
  }
  const submit = (form: HTMLFormElement): void =>
    reset.mutate({ token, newPassword: fieldText(form, "newPassword") });
  return (
    <AuthForm onSubmit={submit} submitLabel="Set password" mutation={reset}>
      <NewPasswordField />
    </AuthForm>
  );
}
