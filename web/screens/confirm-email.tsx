import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useAuthentication } from "../features/auth/api.ts";
import { AuthPage } from "../features/auth/auth-page.tsx";
import { ConfirmEmailForm } from "../features/auth/confirm-forms.tsx";
import { settingsPath } from "../paths.ts";
import { toast } from "../ui/toast-store.ts";
import { announceUnauthorized } from "../unauthorized.ts";

/** The page behind the link that confirms an address. The token is in the fragment. */
export function ConfirmEmailScreen() {
  const [, navigate] = useLocation();
  const { state } = useAuthentication();
  const isSignedOut = state === "signed-out";
  useEffect(() => {
    if (isSignedOut) announceUnauthorized();
  }, [isSignedOut]);
  const [token] = useState(() => window.location.hash.slice(1));
  return (
    <AuthPage title="Confirm your email address" intro="Confirm that this address belongs to you.">
      <ConfirmEmailForm
        token={token}
        onConfirmed={() => {
          toast({ title: "Email address confirmed" });
          navigate(settingsPath("profile"));
        }}
      />
    </AuthPage>
  );
}
