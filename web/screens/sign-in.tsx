import { Link, useLocation, useSearchParams } from "wouter";
import { AuthPage } from "../features/auth/auth-page.tsx";
import { SignInForm } from "../features/auth/sign-in-form.tsx";
import { SingleSignOnFailure, SingleSignOnLink } from "../features/auth/single-sign-on.tsx";
import { useAcceptInvitation } from "../features/organizations/api.ts";
import { announceFailure } from "../failure-toast.ts";
import { paths, withInvitation } from "../paths.ts";
import { RequestError } from "../request.ts";

export function SignInScreen() {
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const invitation = search.get("invitation");
  const accept = useAcceptInvitation();

  function enter(): void {
    if (invitation) accept.mutate(invitation, { onError: announceRefusal });
    navigate(paths.home);
  }

  return (
    <AuthPage
      title="Sign in"
      intro={
        <>
          New here?{" "}
          <Link
            href={withInvitation(paths.signUp, invitation)}
            className="font-semibold text-accent-text underline underline-offset-4"
          >
            Create an account
          </Link>
        </>
      }
    >
      <div className="grid gap-5">
        <SingleSignOnFailure problem={search.get("problem")} />
        <SignInForm onSignedIn={enter} />
      </div>
      <SingleSignOnLink invitation={invitation} />
    </AuthPage>
  );
}

function announceRefusal(error: Error): void {
  const sentence = error instanceof RequestError ? error.sentence : null;
  announceFailure(error, sentence ?? "Failed to accept the invitation");
}
