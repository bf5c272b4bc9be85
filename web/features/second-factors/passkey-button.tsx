import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { signInMethodsQuery, useSignInMutation } from "../auth/api.ts";
import { FormError } from "../auth/auth-page.tsx";
import { askForPasskey, passkeyProblem } from "./api.ts";

/** Signs in with a passkey, if the server offers them at this address. */
export function PasskeyButton({ isMain = false, onSignedIn }: { isMain?: boolean; onSignedIn: () => void }) {
  const isOffered = useQuery(signInMethodsQuery).data?.passkeys ?? false;
  const signIn = useSignInMutation<typeof askForPasskey>("/api/auth/passkeys");
  if (!isOffered) return null;
  return (
    <div className="grid gap-4">
      {signIn.error && <FormError>{passkeyProblem(signIn.error)}</FormError>}
      <Button
        size="large"
        variant={isMain ? "primary" : "secondary"}
        pending={signIn.isPending}
        onClick={() => signIn.mutate(askForPasskey, { onSuccess: onSignedIn })}
        icon={KeyRound}
        label="Use a passkey"
      />
    </div>
  );
}
