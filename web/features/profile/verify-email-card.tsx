import { useUser } from "../../current-organization.tsx";
import { MutationButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { useSignInState, useMailVerification } from "./api.ts";

/** Asks the person to confirm their email address, if the server sends mail and it is unconfirmed. */
export function VerifyEmailCard() {
  const { email } = useUser();
  const state = useSignInState();
  const send = useMailVerification();
  if (!state.data?.needsVerification) return null;
  return (
    <Card
      title="Confirm your email address"
      description="Confirm your address to join an organization or connect single sign-on."
      inner="block"
    >
      {send.isSuccess ? (
        <p role="status" className="text-sm">
          We sent a link to <strong className="wrap-anywhere">{email}</strong>. Open it in this browser.
        </p>
      ) : (
        <MutationButton mutation={send} label="Send link" />
      )}
    </Card>
  );
}
