import { hasCode } from "../../request.ts";
import { PasswordField } from "../../ui/field.tsx";
import { formTexts } from "../../ui/form.tsx";
import { useConfirmSignUp } from "./api.ts";
import { AuthForm } from "./auth-page.tsx";
import { failureMessage } from "./form-problems.ts";

/** Shows no error when the password is required, because the password field appears instead. */
const failure = (error: Error): string | null =>
  hasCode(error, "password_required") ? null : failureMessage(error);

/** Completes a sign-up from the emailed link. In a browser other than the original one it asks for the password. */
export function ConfirmSignUpForm({ token, onConfirmed }: { token: string; onConfirmed: () => void }) {
  const confirm = useConfirmSignUp();
  const needsPassword = hasCode(confirm.error, "password_required", "wrong_password");

  const submit = (form: HTMLFormElement): void =>
    confirm.mutate({ token, ...formTexts(form) }, { onSuccess: onConfirmed });
  return (
    <AuthForm onSubmit={submit} submitLabel="Finish signing up" mutation={confirm} failure={failure}>
      {needsPassword && (
        <PasswordField
          label="Password"
          hint="The password you chose when you signed up."
          name="password"
          required
          autoFocus
          autoComplete="current-password"
        />
      )}
    </AuthForm>
  );
}
