import { paths } from "../../../contract/screens.ts";
import type { SecondFactorRequired } from "../../../contract/second-factors.ts";
import { isUnauthorized } from "../../request.ts";
import { EmailField, PasswordField, NewPasswordField } from "../../ui/field.tsx";
import { fieldText } from "../../ui/form.tsx";
import { TextLink } from "../../ui/links.tsx";
import { useSignIn, useRequestReset, useResetPassword } from "./api.ts";
import { AuthForm, emailProblem, failureMessage, useProblems } from "./auth-page.tsx";

interface SignInFormProps {
  onSignedIn: () => void;
  /** Called when the password is correct and a second factor is required. */
  onSecondFactor: (methods: SecondFactorRequired["methods"]) => void;
}

const failure = (error: Error): string =>
  isUnauthorized(error) ? "Incorrect email or password." : failureMessage(error);

export function SignInForm({ onSignedIn, onSecondFactor }: SignInFormProps) {
  const signIn = useSignIn();
  const { problems, check } = useProblems<"email" | "password">();

  function submit(form: HTMLFormElement): void {
    const [email, password] = [fieldText(form, "email"), fieldText(form, "password")];
    const missing = password ? undefined : "Enter your password.";
    if (!check(form, { email: emailProblem(email), password: missing })) return;
    signIn.mutate(
      { email, password },
      { onSuccess: (reply) => ("id" in reply ? onSignedIn() : onSecondFactor(reply.methods)) },
    );
  }

  return (
    <div className="grid gap-5">
      <AuthForm noValidate onSubmit={submit} submitLabel="Sign in" mutation={signIn} failure={failure}>
        <EmailField error={problems.email} autoFocus />
        <PasswordField
          label="Password"
          error={problems.password}
          name="password"
          autoComplete="current-password"
        />
      </AuthForm>
      <p className="text-sm">
        <TextLink href={paths.resetPassword}>Forgot your password?</TextLink>
      </p>
    </div>
  );
}

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
