import { useState } from "react";
import { KeyRound } from "lucide-react";
import type { SecondFactorRequired } from "../../../contract/second-factors.ts";
import { InputField } from "../../ui/field.tsx";
import { fieldText } from "../../ui/form.tsx";
import { TextButton } from "../../ui/links.tsx";
import { useSignInMutation, useSignInMethods } from "../auth/api.ts";
import { AuthForm, FormError } from "../auth/auth-page.tsx";
import { CodeField } from "./totp-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { askForPasskey, passkeyProblem } from "./api.ts";

interface SecondFactorFormProps {
  methods: SecondFactorRequired["methods"];
  onSignedIn: () => void;
  onBack: () => void;
}

export function SecondFactorForm({ methods, onSignedIn, onBack }: SecondFactorFormProps) {
  const [isRecovering, setIsRecovering] = useState(!methods.includes("totp"));
  const send = useSignInMutation<{ code: string }>("/api/auth/second-factor");
  const submit = (form: HTMLFormElement): void =>
    send.mutate({ code: fieldText(form, "code") }, { onSuccess: onSignedIn });
  const canSwitch = methods.includes("totp") && methods.includes("recovery_code");
  const asksForCode = methods.includes("totp") || methods.includes("recovery_code");
  return (
    <div className="grid gap-5">
      {methods.includes("passkey") && <PasskeyButton isMain onSignedIn={onSignedIn} />}
      {asksForCode && (
        <AuthForm onSubmit={submit} submitLabel="Sign in" mutation={send}>
          {isRecovering ? (
            recoveryCodeField
          ) : (
            <CodeField label="Code from your authenticator app" autoFocus />
          )}
        </AuthForm>
      )}
      <div className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        {canSwitch && (
          <TextButton
            onClick={() => setIsRecovering(!isRecovering)}
            label={isRecovering ? "Use your authenticator app" : "Use a recovery code"}
          />
        )}
        <TextButton onClick={onBack} label="Back" />
      </div>
    </div>
  );
}

const recoveryCodeField = (
  <InputField
    label="Recovery code"
    hint="Enter one of your saved codes. Each works once."
    name="code"
    required
    autoFocus
    autoComplete="off"
    maxLength={40}
  />
);

/** Signs in with a passkey, if the server offers them at this address. */
export function PasskeyButton({ isMain = false, onSignedIn }: { isMain?: boolean; onSignedIn: () => void }) {
  const isOffered = useSignInMethods().data?.passkeys ?? false;
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
