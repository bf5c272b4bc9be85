import { Link, useLocation, useSearchParams } from "wouter";
import { AuthPage } from "../features/auth/auth-page.tsx";
import { useAuthentication } from "../features/auth/api.ts";
import { JoinAs } from "../features/organizations/join-as.tsx";
import { SignUpForm } from "../features/auth/sign-up-form.tsx";
import { SingleSignOnLink } from "../features/auth/single-sign-on.tsx";
import { paths, withInvitation } from "../paths.ts";

export function SignUpScreen() {
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const invitation = search.get("invitation");
  const authentication = useAuthentication();
  if (invitation && authentication.state === "signed-in") {
    return (
      <AuthPage title="Join your team" intro={`You are signed in as ${authentication.user.email}.`}>
        <JoinAs invitation={invitation} onJoined={() => navigate(paths.home)} />
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title={invitation ? "Join your team" : "Create your account"}
      intro={
        <>
          Already have an account?{" "}
          <Link
            href={withInvitation(paths.signIn, invitation)}
            className="font-semibold text-accent-text underline underline-offset-4"
          >
            Sign in
          </Link>
        </>
      }
    >
      <SignUpForm invitation={invitation} onSignedUp={() => navigate(paths.home)} />
      <SingleSignOnLink invitation={invitation} />
    </AuthPage>
  );
}
