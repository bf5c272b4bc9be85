import { RequestError } from "../../request.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { Form, fieldText } from "../../ui/form.tsx";
import { useConfirmEmail, useConfirmSignUp } from "./api.ts";
import { FormError } from "./auth-page.tsx";
import { failureSentence } from "./form-problems.ts";

const asksForPassword = (error: Error | null): boolean =>
  error instanceof RequestError && (error.code === "password_required" || error.code === "wrong_password");

/** Completes a sign-up by the mailed link. Another browser than that of the sign-up asks for the password. */
export function ConfirmSignUpForm({ token, onConfirmed }: { token: string; onConfirmed: () => void }) {
  const confirm = useConfirmSignUp();
  const needsPassword = asksForPassword(confirm.error);
  const isFirstAsk = confirm.error instanceof RequestError && confirm.error.code === "password_required";

  function submit(form: HTMLFormElement): void {
    const password = needsPassword ? fieldText(form, "password") : undefined;
    confirm.mutate({ token, ...(password ? { password } : {}) }, { onSuccess: onConfirmed });
  }

  return (
    <Form onSubmit={submit} className="grid gap-5">
      {confirm.error && !isFirstAsk && <FormError>{failureSentence(confirm.error)}</FormError>}
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
      <Button type="submit" size="large" pending={confirm.isPending}>
        Finish signing up
      </Button>
    </Form>
  );
}

/** Confirms the address of the signed-in person. */
export function ConfirmEmailForm({ token, onConfirmed }: { token: string; onConfirmed: () => void }) {
  const confirm = useConfirmEmail();
  return (
    <div className="grid gap-5">
      {confirm.error && <FormError>{failureSentence(confirm.error)}</FormError>}
      <Button
        size="large"
        pending={confirm.isPending}
        onClick={() => confirm.mutate({ token }, { onSuccess: onConfirmed })}
      >
        Confirm email address
      </Button>
    </div>
  );
}
