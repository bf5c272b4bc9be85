import { serverPaths } from "../../paths.ts";
import { hasCode, serverMessage } from "../../request.ts";
import { Button, MutationButton } from "../../ui/button.tsx";
import { TextLink } from "../../ui/links.tsx";
import { FormError } from "../auth/auth-page.tsx";
import { useMailVerification } from "../profile/api.ts";
import { useAcceptInvitation } from "./api.ts";

/** Lets someone who is already signed in accept an invitation. */
export function JoinAs({ invitation, onJoined }: { invitation: string; onJoined: () => void }) {
  const accept = useAcceptInvitation();
  return (
    <div className="grid gap-4">
      {accept.error && (
        <FormError>{serverMessage(accept.error) || "Couldn't accept the invitation. Try again."}</FormError>
      )}
      {hasCode(accept.error, "email_unverified") && <VerifyAddress />}
      <Button
        size="large"
        pending={accept.isPending}
        onClick={() => accept.mutate(invitation, { onSuccess: onJoined })}
        label="Join with this account"
      />
      <p className="text-sm text-ink-soft">
        Was the invitation sent to a different address?{" "}
        <TextLink outside href={serverPaths.logout}>
          Sign out
        </TextLink>{" "}
        and open the link again.
      </p>
    </div>
  );
}

/** Sends a link that confirms the email address, which joining requires. */
function VerifyAddress() {
  const send = useMailVerification();
  if (send.isSuccess) {
    return <p role="status">We sent you a link. Open it in this browser, then come back and join.</p>;
  }
  return <MutationButton variant="secondary" size="large" mutation={send} label="Email me a link" />;
}
