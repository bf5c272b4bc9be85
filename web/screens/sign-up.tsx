import { useLocation, useSearchParams } from "wouter";
import { paths } from "../../contract/screens.ts";
import type { InvitationDetails } from "../../contract/identity.ts";
import { AuthPage, FormError, failureMessage } from "../features/auth/auth-page.tsx";
import { useInvitation, useAuthentication, useRedirectWhenSignedIn } from "../features/auth/api.ts";
import { JoinAs } from "../features/organizations/join-as.tsx";
import { SignUpForm } from "../features/auth/sign-up-form.tsx";
import { SingleSignOnLink } from "../features/auth/single-sign-on.tsx";
import { withInvitation } from "../paths.ts";
import { takeRememberedPath } from "../remembered-path.ts";
import { Skeleton } from "../ui/query-list.tsx";
import { TextLink } from "../ui/links.tsx";

export function SignUpScreen() {
  const [search] = useSearchParams();
  const invitation = search.get("invitation");
  return invitation ? <Join invitation={invitation} /> : <SignUp />;
}

function SignUp() {
  const [, navigate] = useLocation();
  useRedirectWhenSignedIn(null);
  return (
    <AuthPage title="Create your account" intro={<SignInInstead invitation={null} />}>
      <SignUpForm invitation={null} onSignedUp={() => navigate(takeRememberedPath())} />
      <SingleSignOnLink invitation={null} />
    </AuthPage>
  );
}

/** The page that the link of an invitation opens. */
function Join({ invitation }: { invitation: string }) {
  const [, navigate] = useLocation();
  const authentication = useAuthentication();
  const details = useInvitation(invitation);
  const user = authentication.state === "signed-in" ? authentication.user : null;
  const enter = (): void => navigate(paths.home);
  return (
    <AuthPage
      title={details.data ? `Join ${details.data.organizationName}` : "Join your team"}
      intro={user ? `You are signed in as ${user.email}.` : <SignInInstead invitation={invitation} />}
    >
      <div className="grid gap-5">
        {details.data && <InvitationSummary invitation={details.data} />}
        {details.error && <FormError>{failureMessage(details.error)}</FormError>}
        {user && <JoinAs invitation={invitation} onJoined={enter} />}
        {!user && details.isPending && <Skeleton className="h-80" />}
        {!user && !details.isPending && (
          <SignUpForm invitation={invitation} invitedEmail={details.data?.email} onSignedUp={enter} />
        )}
      </div>
      {!user && <SingleSignOnLink invitation={invitation} />}
    </AuthPage>
  );
}

function SignInInstead({ invitation }: { invitation: string | null }) {
  return (
    <>
      Already have an account? <TextLink href={withInvitation(paths.signIn, invitation)}>Sign in</TextLink>
    </>
  );
}

function InvitationSummary({ invitation }: { invitation: InvitationDetails }) {
  const { organizationName, inviter, role, email } = invitation;
  const article = role === "viewer" ? "a" : "an";
  return (
    <p className="rounded-xl border border-line bg-sunken p-4 text-sm wrap-anywhere">
      {inviter ? <strong>{inviter}</strong> : "You have been"} invited {inviter && "you "}to join{" "}
      <strong>{organizationName}</strong> as {article} {role}. The invitation is for <strong>{email}</strong>.
    </p>
  );
}
