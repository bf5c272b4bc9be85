import type { FormEvent } from "react";
import { Button } from "../../ui/button.tsx";
import { fieldText } from "../../ui/field-text.ts";
import { Field, Input, PasswordInput } from "../../ui/field.tsx";
import { useRequestReset, useResetPassword } from "./api.ts";
import { FormError } from "./auth-page.tsx";
import { failureSentence } from "./form-problems.ts";

/** Asks for a mail with a link. */
export function RequestResetForm() {
  const ask = useRequestReset();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    ask.mutate(fieldText(event.currentTarget, "email"));
  }

  if (ask.isSuccess) {
    return (
      <p role="status">
        If there is an account with this address, a link to set a new password is on its way. It works for an
        hour.
      </p>
    );
  }
  return (
    <form onSubmit={submit} className="grid gap-5">
      {ask.error && <FormError>{failureSentence(ask.error)}</FormError>}
      <Field label="E-mail">
        {(ids) => (
          <Input {...ids} name="email" type="email" required autoComplete="username" inputMode="email" />
        )}
      </Field>
      <Button type="submit" size="large" pending={ask.isPending}>
        Send a link
      </Button>
    </form>
  );
}

/** Sets the password that the link is for. */
export function ResetForm({ token }: { token: string }) {
  const reset = useResetPassword();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    reset.mutate({ token, newPassword: fieldText(event.currentTarget, "newPassword") });
  }

  if (reset.isSuccess) {
    return (
      <p role="status">Your password is set. Sign in with it; everyone who was signed in is signed out.</p>
    );
  }
  return (
    <form onSubmit={submit} className="grid gap-5">
      {reset.error && <FormError>{failureSentence(reset.error)}</FormError>}
      <Field label="New password" hint="At least 8 characters.">
        {(ids) => (
          <PasswordInput
            {...ids}
            name="newPassword"
            required
            minLength={8}
            maxLength={200}
            autoComplete="new-password"
          />
        )}
      </Field>
      <Button type="submit" size="large" pending={reset.isPending}>
        Set password
      </Button>
    </form>
  );
}
