import { useQuery } from "@tanstack/react-query";
import type { SingleSignOnProblem } from "../../../contract/identity.ts";
import { serverPaths, withInvitation } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { signInMethodsQuery } from "./api.ts";
import { FormError } from "./auth-page.tsx";

const sentences: Record<SingleSignOnProblem, string> = {
  unreachable: "Single sign-on cannot be reached. Try again in a moment, or use your password.",
  refused: "Single sign-on did not let you in. Try again.",
  email_missing:
    "Single sign-on does not tell us your e-mail address. Ask whoever runs it to share it with Sizana.",
  email_taken:
    "There is already an account with this e-mail address. Sign in with its password, then connect single sign-on under Settings, Profile.",
  email_unverified:
    "Single sign-on doesn't say that this email address is yours. Open the link in the email that invited you, then try again.",
  identity_taken: "This single sign-on account already belongs to another person here.",
  invitation_required: "Ask a colleague to invite you: this address is not open to everyone.",
  invitation_invalid: "This invitation has expired, was used, or is for another address.",
};

/** Why single sign-on led back here without success, from the page's address. */
export function SingleSignOnFailure({ problem }: { problem: string | null }) {
  const sentence = new Map(Object.entries(sentences)).get(problem ?? "");
  return sentence === undefined ? null : <FormError>{sentence}</FormError>;
}

/** The other way in, below a form, where the operator has set one up. */
export function SingleSignOnLink({ invitation }: { invitation: string | null }) {
  const methods = useQuery(signInMethodsQuery);
  if (!methods.data?.singleSignOn) return null;
  return (
    <div className="mt-6 grid gap-6">
      <p className="flex items-center gap-4 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button asChild variant="secondary" size="large">
        <a href={withInvitation(serverPaths.singleSignOn, invitation)}>Continue with single sign-on</a>
      </Button>
    </div>
  );
}
