import { useQuery } from "@tanstack/react-query";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { signInStateQuery, useMailVerification } from "./api.ts";

/** Where mail is set up and nobody has shown that the address of this account is theirs. */
export function VerifyEmailCard({ email }: { email: string }) {
  const state = useQuery(signInStateQuery);
  const send = useMailVerification();
  if (!state.data?.needsVerification) return null;
  return (
    <Card>
      <CardHeader
        title="Confirm your email address"
        description="Confirm your address to join an organization or connect single sign-on."
      />
      <div className="p-5 sm:p-6">
        {send.isSuccess ? (
          <p role="status" className="text-sm">
            We sent a link to <strong className="wrap-anywhere">{email}</strong>. Open it in this browser.
          </p>
        ) : (
          <Button pending={send.isPending} onClick={() => send.mutate()}>
            Send link
          </Button>
        )}
      </div>
    </Card>
  );
}
