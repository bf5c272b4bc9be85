import { useState } from "react";
import { Link } from "wouter";
import { AuthPage } from "../features/auth/auth-page.tsx";
import { RequestResetForm, ResetForm } from "../features/auth/reset-forms.tsx";
import { paths } from "../paths.ts";

/** With the token of a link in the fragment: set a password. Without: ask for the link. */
export function ResetPasswordScreen() {
  const [token] = useState(() => window.location.hash.slice(1));
  return (
    <AuthPage
      title={token ? "Set a new password" : "Forgot your password?"}
      intro={
        <Link href={paths.signIn} className="font-semibold text-accent-text underline underline-offset-4">
          Back to sign in
        </Link>
      }
    >
      {token ? <ResetForm token={token} /> : <RequestResetForm />}
    </AuthPage>
  );
}
