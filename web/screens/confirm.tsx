import { useState } from "react";
import { useLocation } from "wouter";
import { useAuthentication, useRedirectWhenSignedOut } from "../features/auth/api.ts";
import { AuthPage } from "../features/auth/auth-page.tsx";
import { ConfirmEmailForm, ConfirmSignUpForm } from "../features/auth/confirm-forms.tsx";
import { settingsPath } from "../paths.ts";
import { takeRememberedPath } from "../remembered-path.ts";

/** The token of a mailed link, which is in the fragment. */
const useToken = (): string => useState(() => window.location.hash.slice(1))[0];

/** The page behind the link that completes a sign-up. */
export function ConfirmSignUpScreen() {
  const [, navigate] = useLocation();
  const token = useToken();
  return (
    <AuthPage title="Finish signing up" intro="One more click and your account is ready.">
      <ConfirmSignUpForm token={token} onConfirmed={() => navigate(takeRememberedPath())} />
    </AuthPage>
  );
}

/** The page behind the link that confirms an address. */
export function ConfirmEmailScreen() {
  const [, navigate] = useLocation();
  useRedirectWhenSignedOut(useAuthentication());
  const token = useToken();
  return (
    <AuthPage title="Confirm your email address" intro="Confirm that this address belongs to you.">
      <ConfirmEmailForm token={token} onConfirmed={() => navigate(settingsPath("profile"))} />
    </AuthPage>
  );
}
