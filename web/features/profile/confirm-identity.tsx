import { type FormEvent, type ReactNode, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { announceFailure } from "../../ui/toast-store.ts";
import { serverPaths } from "../../paths.ts";
import { rememberPath } from "../../remembered-path.ts";
import { hasCode, sentenceOf } from "../../request.ts";
import { LinkButton, SubmitButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { fieldText } from "../../ui/form.tsx";
import { signInStateQuery, useReauthenticate } from "./api.ts";

export interface ConfirmIdentity {
  /** For `onError`: if the error asks for it, asks for the password, then calls `again`. Returns whether it does. */
  askFor: (error: Error, again: () => void) => boolean;
  dialog: ReactNode;
}

/** For `onError`: asks for the password where that is missing and tries again, or shows an error. */
export function askOrAnnounce(askFor: ConfirmIdentity["askFor"], again: () => void, failure: string) {
  return (error: Error): void => {
    if (!askFor(error, again)) announceFailure(error, sentenceOf(error) ?? failure);
  };
}

/** Asks for the password again, which some changes require some time after the sign-in. */
export function useConfirmIdentity(): ConfirmIdentity {
  const [again, setAgain] = useState<(() => void) | null>(null);
  return {
    askFor(error, retry) {
      const isRequired = hasCode(error, "reauthentication_required");
      if (isRequired) setAgain(() => retry);
      return isRequired;
    },
    dialog: again && (
      <Dialog
        onClose={() => setAgain(null)}
        title="Confirm it's you"
        description="For your security, confirm it's you before you continue."
        className="sm:w-105"
      >
        <ConfirmForm
          onConfirmed={() => {
            setAgain(null);
            again();
          }}
        />
      </Dialog>
    ),
  };
}

function ConfirmForm({ onConfirmed }: { onConfirmed: () => void }) {
  const state = useQuery(signInStateQuery);
  const confirm = useReauthenticate();
  if (state.data?.hasPassword === false) return <SignInAgain />;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    // In the component tree this dialog may be inside another form.
    event.stopPropagation();
    confirm.mutate(fieldText(event.currentTarget, "confirmPassword"), { onSuccess: onConfirmed });
  }

  const problem = confirm.error && (sentenceOf(confirm.error) || "That didn't work. Try again.");
  return (
    <form onSubmit={submit} className="grid gap-4 p-5">
      <PasswordField
        label="Your password"
        error={problem ?? undefined}
        name="confirmPassword"
        required
        autoComplete="current-password"
      />
      <SubmitButton label="Confirm" pending={confirm.isPending} />
    </form>
  );
}

/** For people without a password: they sign in again. */
function SignInAgain() {
  return (
    <div className="grid gap-4 p-5">
      <p className="text-sm text-ink-soft">Sign in again, then retry.</p>
      <LinkButton outside href={serverPaths.singleSignOn} onClick={rememberPath}>
        Continue with single sign-on
      </LinkButton>
    </div>
  );
}
