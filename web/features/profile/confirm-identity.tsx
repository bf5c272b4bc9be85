import { createContext, type ReactNode, useContext, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { announceFailure } from "../../ui/toast-store.ts";
import { serverPaths } from "../../paths.ts";
import { rememberPath } from "../../remembered-path.ts";
import { hasCode, sentenceOf } from "../../request.ts";
import { LinkButton, SubmitButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { fieldText, Form } from "../../ui/form.tsx";
import { signInStateQuery, useReauthenticate } from "./api.ts";

/** For `onError`: if the error asks for it, asks for the password, then calls `again`. Returns whether it does. */
type AskFor = (error: Error, again: () => void) => boolean;

const Context = createContext<AskFor>(() => false);
export const useConfirmIdentity = () => useContext(Context);

/** For `onError`: asks for the password where that is missing and tries again, or shows an error. */
export function askOrAnnounce(askFor: AskFor, again: () => void, failure: string) {
  return (error: Error): void => {
    if (!askFor(error, again)) announceFailure(error, sentenceOf(error) ?? failure);
  };
}

/** Asks for the password again, which some of the changes in it require some time after the sign-in. */
export function ConfirmIdentity({ children }: { children: ReactNode }) {
  const [again, setAgain] = useState<(() => void) | null>(null);
  const askFor: AskFor = (error, retry) => {
    const isRequired = hasCode(error, "reauthentication_required");
    if (isRequired) setAgain(() => retry);
    return isRequired;
  };
  return (
    <Context value={askFor}>
      {children}
      {again && (
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
      )}
    </Context>
  );
}

function ConfirmForm({ onConfirmed }: { onConfirmed: () => void }) {
  const state = useQuery(signInStateQuery);
  const confirm = useReauthenticate();
  if (state.data?.hasPassword === false)
    return (
      <div className="grid gap-4 p-5">
        <p className="text-sm text-ink-soft">Sign in again, then retry.</p>
        <LinkButton outside href={serverPaths.singleSignOn} onClick={rememberPath}>
          Continue with single sign-on
        </LinkButton>
      </div>
    );
  const submit = (form: HTMLFormElement): void =>
    confirm.mutate(fieldText(form, "confirmPassword"), { onSuccess: onConfirmed });
  const problem = confirm.error && (sentenceOf(confirm.error) || "That didn't work. Try again.");
  return (
    <Form onSubmit={submit} className="grid gap-4 p-5">
      <PasswordField
        label="Your password"
        error={problem ?? undefined}
        name="confirmPassword"
        required
        autoComplete="current-password"
      />
      <SubmitButton label="Confirm" pending={confirm.isPending} />
    </Form>
  );
}
