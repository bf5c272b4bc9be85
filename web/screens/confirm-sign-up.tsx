import { useState } from "react";
import { useLocation } from "wouter";
import { AuthPage } from "../features/auth/auth-page.tsx";
import { ConfirmSignUpForm } from "../features/auth/confirm-forms.tsx";
import { takeRememberedPath } from "../remembered-path.ts";

/** The page behind the link that completes a sign-up. The token is in the fragment. */
export function ConfirmSignUpScreen() {
  const [, navigate] = useLocation();
  const [token] = useState(() => window.location.hash.slice(1));
  return (
    <AuthPage title="Finish signing up" intro="One more click and your account is ready.">
      <ConfirmSignUpForm token={token} onConfirmed={() => navigate(takeRememberedPath())} />
    </AuthPage>
  );
}
