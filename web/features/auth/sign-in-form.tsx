import { useState } from "react";
import type { SecondFactorRequired } from "../../../contract/second-factors.ts";
import { paths } from "../../paths.ts";
import { isUnauthorized } from "../../request.ts";
import { Button } from "../../ui/button.tsx";
import { EmailField, PasswordField } from "../../ui/field.tsx";
import { Form, fieldText } from "../../ui/form.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { useSignIn } from "./api.ts";
import { FormError } from "./auth-page.tsx";
import { emailProblem, failureSentence, focusFirst, type Problems } from "./form-problems.ts";

interface SignInFormProps {
  onSignedIn: () => void;
  /** Called when the password is right and a second factor is needed. */
  onSecondFactor: (methods: SecondFactorRequired["methods"]) => void;
}

export function SignInForm({ onSignedIn, onSecondFactor }: SignInFormProps) {
  const signIn = useSignIn();
  const [problems, setProblems] = useState<Problems<"email" | "password">>({});

  function submit(form: HTMLFormElement): void {
    const email = fieldText(form, "email");
    const password = fieldText(form, "password");
    const emailSentence = emailProblem(email);
    const found = {
      ...(emailSentence ? { email: emailSentence } : {}),
      ...(password ? {} : { password: "Enter your password." }),
    };
    setProblems(found);
    focusFirst(form, found);
    if (Object.keys(found).length === 0) {
      signIn.mutate(
        { email, password },
        { onSuccess: (reply) => ("id" in reply ? onSignedIn() : onSecondFactor(reply.methods)) },
      );
    }
  }

  return (
    <Form noValidate onSubmit={submit} className="grid gap-5">
      {signIn.error && (
        <FormError>
          {isUnauthorized(signIn.error) ? "Incorrect email or password." : failureSentence(signIn.error)}
        </FormError>
      )}
      <EmailField error={problems.email} autoFocus />
      <PasswordField
        label="Password"
        error={problems.password}
        name="password"
        autoComplete="current-password"
      />
      <Button type="submit" size="large" pending={signIn.isPending}>
        Sign in
      </Button>
      <p className="text-sm">
        <TextLink href={paths.resetPassword}>Forgot your password?</TextLink>
      </p>
    </Form>
  );
}
