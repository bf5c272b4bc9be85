import { useMutation, useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { signInMethodsQuery, useStoreUser } from "../auth/api.ts";
import { FormError } from "../auth/auth-page.tsx";
import { passkeyProblem, signInByPasskey } from "./api.ts";

/** Signs in with a passkey, if the server offers them at this address. */
export function PasskeyButton({ isMain = false, onSignedIn }: { isMain?: boolean; onSignedIn: () => void }) {
  const enter = useStoreUser();
  const isOffered = useQuery(signInMethodsQuery).data?.passkeys ?? false;
  const signIn = useMutation({ mutationFn: signInByPasskey, meta: { anonymous: true }, onSuccess: enter });
  if (!isOffered) return null;
  return (
    <div className="grid gap-4">
      {signIn.error && <FormError>{passkeyProblem(signIn.error)}</FormError>}
      <Button
        size="large"
        variant={isMain ? "primary" : "secondary"}
        pending={signIn.isPending}
        onClick={() => signIn.mutate(undefined, { onSuccess: onSignedIn })}
        icon={KeyRound}
        label="Use a passkey"
      />
    </div>
  );
}
