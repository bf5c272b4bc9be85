import { useState } from "react";
import { useLocation } from "wouter";
import { paths } from "../../contract/screens.ts";
import { useAuthentication, useConfirmEmail, useRedirectWhenSignedOut } from "../features/auth/api.ts";
import { AuthForm, AuthPage } from "../features/auth/auth-page.tsx";
import { RequestResetForm, ResetForm } from "../features/auth/sign-in-form.tsx";
import { ConfirmSignUpForm } from "../features/auth/sign-up-form.tsx";
import { settingsPath } from "../paths.ts";
import { takeRememberedPath } from "../remembered-path.ts";
import { TextLink } from "../ui/links.tsx";

/** The token of an emailed link, which is in the fragment. */
const useToken = (): string => useState(() => window.location.hash.slice(1))[0];

export function ConfirmSignUpScreen() {
  const [, navigate] = useLocation();
  const token = useToken();
  return (
    <AuthPage title="Finish signing up" intro="One more click and your account is ready.">
      <ConfirmSignUpForm token={token} onConfirmed={() => navigate(takeRememberedPath())} />
    </AuthPage>
  );
}

export function ConfirmEmailScreen() {
  const [, navigate] = useLocation();
  useRedirectWhenSignedOut(useAuthentication());
  const token = useToken();
  const confirm = useConfirmEmail();
  const finish = (): void => navigate(settingsPath("profile"));
  return (
    <AuthPage title="Confirm your email address" intro="Confirm that this address belongs to you.">
      <AuthForm
        onSubmit={() => confirm.mutate(token, { onSuccess: finish })}
        submitLabel="Confirm email address"
        mutation={confirm}
      />
    </AuthPage>
  );
}

/** Sets a new password if the fragment has a token; otherwise sends a reset link. */
export function ResetPasswordScreen() {
  const token = useToken();
  return (
    <AuthPage
      title={token ? "Set a new password" : "Forgot your password?"}
      intro={<TextLink href={paths.signIn}>Back to sign in</TextLink>}
    >
      {token ? <ResetForm token={token} /> : <RequestResetForm />}
    </AuthPage>
  );
}
