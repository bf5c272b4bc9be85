import { useSearchParams } from "wouter";
import type { SingleSignOnProblem } from "../../../contract/identity.ts";
import { serverPaths, withInvitation } from "../../paths.ts";
import { LinkButton } from "../../ui/button.tsx";
import { useSignInMethods } from "./api.ts";
import { FormError } from "./auth-page.tsx";

const messages: Record<SingleSignOnProblem, string> = {
  unreachable: "Can't reach single sign-on. Try again in a moment, or use your password.",
  refused: "Single sign-on refused the sign-in. Try again.",
  email_missing:
    "Single sign-on didn't share your email address. Ask its administrator to share it with Sizana.",
  email_taken:
    "An account with this email address already exists. Sign in with its password, then connect single sign-on under Settings, Profile.",
  email_unverified:
    "Single sign-on hasn't confirmed that this email address is yours. Open the link in your invitation email, then try again.",
  identity_taken: "This single sign-on account is already connected to another Sizana account.",
  invitation_required: "Sign-up is by invitation only. Ask a colleague to invite you.",
  invitation_invalid: "This invitation has expired, was already used, or is for another email address.",
};

/** Explains why single sign-on failed; the query parameter `problem` names the reason. */
export function SingleSignOnFailure() {
  const [search] = useSearchParams();
  const message = new Map(Object.entries(messages)).get(search.get("problem") ?? "");
  return message === undefined ? null : <FormError>{message}</FormError>;
}

export function SingleSignOnLink({ invitation }: { invitation: string | null }) {
  const methods = useSignInMethods();
  if (!methods.data?.singleSignOn) return null;
  return (
    <div className="mt-6 grid gap-6">
      <p className="flex items-center gap-4 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <LinkButton
        outside
        variant="secondary"
        size="large"
        href={withInvitation(serverPaths.singleSignOn, invitation)}
        label="Continue with single sign-on"
      />
    </div>
  );
}
