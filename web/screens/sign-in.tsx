import { useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { paths } from "../../contract/screens.ts";
import { useRedirectWhenSignedIn } from "../features/auth/api.ts";
import { AuthPage } from "../features/auth/auth-page.tsx";
import { SignInForm } from "../features/auth/sign-in-form.tsx";
import { SingleSignOnFailure, SingleSignOnLink } from "../features/auth/single-sign-on.tsx";
import { useAcceptInvitation } from "../features/organizations/api.ts";
import { SecondFactorForm, PasskeyButton } from "../features/second-factors/second-factor-form.tsx";
import type { SecondFactorRequired } from "../../contract/second-factors.ts";
import { showErrorToast } from "../ui/toast-store.ts";
import { withInvitation } from "../paths.ts";
import { takeRememberedPath } from "../remembered-path.ts";
import { serverMessageOr } from "../request.ts";
import { TextLink } from "../ui/links.tsx";

const messageOf = serverMessageOr("Failed to accept the invitation");

export function SignInScreen() {
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const invitation = search.get("invitation");
  const accept = useAcceptInvitation();
  const [methods, setMethods] = useState<SecondFactorRequired["methods"] | null>(null);
  useRedirectWhenSignedIn(invitation);

  function enter(): void {
    if (invitation)
      accept.mutate(invitation, { onError: (error) => showErrorToast(error, messageOf(error)) });
    navigate(takeRememberedPath());
  }

  if (methods !== null) {
    return (
      <AuthPage title="Two-step verification" intro="Your password is correct. One more step.">
        <SecondFactorForm methods={methods} onSignedIn={enter} onBack={() => setMethods(null)} />
      </AuthPage>
    );
  }
  return (
    <AuthPage title="Sign in" intro={<SignUpInstead invitation={invitation} />}>
      <div className="grid gap-5">
        <SingleSignOnFailure />
        <SignInForm onSignedIn={enter} onSecondFactor={setMethods} />
        <PasskeyButton onSignedIn={enter} />
      </div>
      <SingleSignOnLink invitation={invitation} />
    </AuthPage>
  );
}

function SignUpInstead({ invitation }: { invitation: string | null }) {
  return (
    <>
      New here? <TextLink href={withInvitation(paths.signUp, invitation)}>Create an account</TextLink>
    </>
  );
}
