import { useState } from "react";
import { paths } from "../../contract/screens.ts";
import { AuthPage } from "../features/auth/auth-page.tsx";
import { RequestResetForm, ResetForm } from "../features/auth/sign-in-form.tsx";
import { TextLink } from "../ui/links.tsx";

/** Sets a new password if the fragment has a token; otherwise sends a reset link. */
export function ResetPasswordScreen() {
  const [token] = useState(() => window.location.hash.slice(1));
  return (
    <AuthPage
      title={token ? "Set a new password" : "Forgot your password?"}
      intro={<TextLink href={paths.signIn}>Back to sign in</TextLink>}
    >
      {token ? <ResetForm token={token} /> : <RequestResetForm />}
    </AuthPage>
  );
}
