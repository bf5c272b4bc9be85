import { Check, Circle, MailCheck } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import {
  EmailField,
  InputField,
  NameFields,
  PasswordField,
  passwordMaxLength,
  passwordMinLength,
} from "../../ui/field.tsx";
import { Form, fieldText, filledTexts } from "../../ui/form.tsx";
import { useSignUp } from "./api.ts";
import { FormError } from "./auth-page.tsx";
import { emailProblem, failureSentence, focusFirst, type Problems } from "./form-problems.ts";

interface SignUpFormProps {
  /** The token of an invitation. With one, no organization is named. */
  invitation: string | null;
  /** The email address that the invitation is for. */
  invitedEmail?: string | undefined;
  onSignedUp: () => void;
}

export function SignUpForm({ invitation, invitedEmail, onSignedUp }: SignUpFormProps) {
  const signUp = useSignUp();
  const [problems, setProblems] = useState<Problems<"email" | "password">>({});
  const [password, setPassword] = useState("");

  function submit(form: HTMLFormElement): void {
    const email = fieldText(form, "email");
    const emailSentence = emailProblem(email);
    const found = {
      ...(emailSentence ? { email: emailSentence } : {}),
      ...(password.length < passwordMinLength
        ? { password: `Use at least ${passwordMinLength} characters for the password.` }
        : {}),
    };
    setProblems(found);
    focusFirst(form, found);
    if (Object.keys(found).length > 0) return;
    signUp.mutate(
      {
        email,
        password,
        ...filledTexts(form, ["firstName", "lastName", "organizationName"]),
        ...(invitation ? { invitation } : {}),
      },
      {
        onSuccess: (reply) => {
          if ("id" in reply) onSignedUp();
        },
      },
    );
  }

  const isPending = signUp.data !== undefined && !("id" in signUp.data);
  if (isPending) return <CheckEmail email={signUp.variables?.email ?? ""} />;
  return (
    <Form noValidate onSubmit={submit} className="grid gap-5">
      {signUp.error && <FormError>{failureSentence(signUp.error)}</FormError>}
      <div className="grid gap-5 sm:grid-cols-2">
        <NameFields optional autoFocus />
      </div>
      {!invitation && (
        <InputField
          label="Organization"
          optional
          hint="Leave empty if a colleague will invite you to an organization."
          name="organizationName"
          autoComplete="organization"
          maxLength={200}
        />
      )}
      <EmailField error={problems.email} defaultValue={invitedEmail} readOnly={invitedEmail !== undefined} />
      <PasswordField
        label="Password"
        error={problems.password}
        hint={<PasswordRule met={password.length >= passwordMinLength} />}
        name="password"
        autoComplete="new-password"
        maxLength={passwordMaxLength}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" size="large" pending={signUp.isPending}>
        Create account
      </Button>
    </Form>
  );
}

function PasswordRule({ met }: { met: boolean }) {
  const Icon = met ? Check : Circle;
  return (
    <span className={`inline-flex items-center gap-1.5 ${met ? "text-fynbos-ink" : ""}`}>
      <Icon aria-hidden className="size-3.5" />
      At least {passwordMinLength} characters{met && <span className="sr-only">: met</span>}
    </span>
  );
}

/** Shown after signing up if the address is to be confirmed by mail. */
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
