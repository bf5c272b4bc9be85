import { Check, Circle, MailCheck } from "lucide-react";
import { useState } from "react";
import { browserTimeZone } from "../../format/date.ts";
import {
  EmailField,
  InputField,
  NameFields,
  PasswordField,
  maxPasswordLength,
  passwordMinLength,
} from "../../ui/field.tsx";
import { fieldText, filledTexts, formTexts } from "../../ui/form.tsx";
import { useSignUp, useConfirmSignUp } from "./api.ts";
import { AuthForm, emailProblem, useProblems, failureMessage } from "./auth-page.tsx";
import { hasCode } from "../../request.ts";

interface SignUpFormProps {
  /** The token of an invitation. With one, the form does not ask for an organization. */
  invitation: string | null;
  invitedEmail?: string | undefined;
  onSignedUp: () => void;
}

export function SignUpForm({ invitation, invitedEmail, onSignedUp }: SignUpFormProps) {
  const signUp = useSignUp();
  const { problems, check } = useProblems<"email" | "password">();

  function submit(form: HTMLFormElement): void {
    const [email, password] = [fieldText(form, "email"), fieldText(form, "password")];
    if (!check(form, { email: emailProblem(email), password: passwordProblem(password) })) return;
    const forWhich = invitation ? { invitation } : { timeZone: browserTimeZone() };
    const body = { ...filledTexts(form), email, password, ...forWhich };
    signUp.mutate(body, { onSuccess: (reply) => "id" in reply && onSignedUp() });
  }

  if (signUp.data && !("id" in signUp.data)) return <CheckEmail email={signUp.variables.email} />;
  return (
    <AuthForm noValidate onSubmit={submit} submitLabel="Create account" mutation={signUp}>
      <div className="grid gap-5 sm:grid-cols-2">
        <NameFields optional autoFocus />
      </div>
      {!invitation && (
        <InputField
          label="Organization"
          optional
          hint="Joining a colleague's organization? Leave this empty."
          name="organizationName"
          autoComplete="organization"
          maxLength={200}
        />
      )}
      <EmailField error={problems.email} defaultValue={invitedEmail} readOnly={invitedEmail !== undefined} />
      <ChosenPasswordField error={problems.password} />
    </AuthForm>
  );
}

function passwordProblem(password: string): string | undefined {
  return password.length < passwordMinLength
    ? `Use at least ${passwordMinLength} characters for the password.`
    : undefined;
}

function ChosenPasswordField({ error }: { error: string | undefined }) {
  const [password, setPassword] = useState("");
  const isMet = passwordProblem(password) === undefined;
  const Icon = isMet ? Check : Circle;
  return (
    <PasswordField
      label="Password"
      error={error}
      hint={
        <span className={`inline-flex items-center gap-1.5 ${isMet ? "text-fynbos-ink" : ""}`}>
          <Icon aria-hidden className="size-3.5" />
          At least {passwordMinLength} characters{isMet && <span className="sr-only">: met</span>}
        </span>
      }
      name="password"
      autoComplete="new-password"
      maxLength={maxPasswordLength}
      value={password}
      onChange={(event) => setPassword(event.target.value)}
    />
  );
}

/** Shown after signing up if the address has to be confirmed by email. */
function CheckEmail({ email }: { email: string }) {
  return (
    <div role="status" className="grid justify-items-start gap-3">
      <MailCheck aria-hidden className="size-9 text-accent-text" />
      <h2 className="text-lg font-semibold">Check your email</h2>
      <p className="text-ink-soft">
        We sent a link to <strong className="wrap-anywhere text-ink">{email}</strong>. Open it within a day to
        finish signing up.
      </p>
      <p className="text-sm text-ink-soft">No email? Check your spam folder or sign up again.</p>
    </div>
  );
}

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
