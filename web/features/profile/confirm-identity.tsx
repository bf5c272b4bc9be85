import { createContext, type ReactNode, useContext, useState } from "react";
import type { MutateOptions, UseMutationResult } from "@tanstack/react-query";
import { showErrorToast } from "../../ui/toast-store.ts";
import { serverPaths } from "../../paths.ts";
import { rememberPath } from "../../remembered-path.ts";
import { hasCode, serverMessage } from "../../request.ts";
import { LinkButton, SubmitButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { fieldText, Form } from "../../ui/form.tsx";
import { useSignInState, useReauthenticate } from "./api.ts";

/** For `onError`: if the error requires it, asks for the password, then calls `retry`. Returns whether it does. */
type IdentityCheck = (error: Error, retry: () => void) => boolean;

const Context = createContext<IdentityCheck>(() => false);
export const useConfirmIdentity = () => useContext(Context);

/** The mutation, which asks for the password and retries if the server requires it. It shows other errors. */
export function useConfirmed<Input, Reply>(
  mutation: UseMutationResult<Reply, Error, Input>,
  failure: string,
) {
  const checkIdentity = useConfirmIdentity();
  const mutate = (input: Input, options?: MutateOptions<Reply, Error, Input>): void =>
    mutation.mutate(input, {
      ...options,
      onError: (error) => {
        const isAsking = checkIdentity(error, () => mutate(input, options));
        if (!isAsking) showErrorToast(error, serverMessage(error) ?? failure);
      },
    });
  return { ...mutation, mutate };
}

/** Asks for the password again when a change made by `children` requires it some time after the sign-in. */
export function ConfirmIdentity({ children }: { children: ReactNode }) {
  const [pendingRetry, setPendingRetry] = useState<(() => void) | null>(null);
  const checkIdentity: IdentityCheck = (error, retry) => {
    const isRequired = hasCode(error, "reauthentication_required");
    if (isRequired) setPendingRetry(() => retry);
    return isRequired;
  };
  return (
    <Context value={checkIdentity}>
      {children}
      {pendingRetry && (
        <Dialog
          onClose={() => setPendingRetry(null)}
          title="Confirm it's you"
          description="For your security, confirm it's you before you continue."
          className="sm:w-105"
        >
          <ConfirmForm
            onConfirmed={() => {
              setPendingRetry(null);
              pendingRetry();
            }}
          />
        </Dialog>
      )}
    </Context>
  );
}

function ConfirmForm({ onConfirmed }: { onConfirmed: () => void }) {
  const state = useSignInState();
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
  return (
    <Form onSubmit={submit} className="grid gap-4 p-5">
      <PasswordField
        label="Your password"
        error={confirm.error && (serverMessage(confirm.error) || "That didn't work. Try again.")}
        name="confirmPassword"
        required
        autoComplete="current-password"
      />
      <SubmitButton label="Confirm" pending={confirm.isPending} />
    </Form>
  );
}
