import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { RequestError } from "../../request.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { fieldText } from "../../ui/field-text.ts";
import { Field, PasswordInput } from "../../ui/field.tsx";
import { signInStateQuery, useChangePassword, useSignOutElsewhere } from "./api.ts";

export function PasswordCard() {
  const hasPassword = useQuery(signInStateQuery).data?.hasPassword ?? true;
  return hasPassword ? <ChangePassword /> : <NoPassword />;
}

function SignOutElsewhere() {
  const signOut = useSignOutElsewhere();
  return (
    <Button variant="secondary" pending={signOut.isPending} onClick={() => signOut.mutate()}>
      Sign out other sessions
    </Button>
  );
}

function NoPassword() {
  return (
    <Card>
      <CardHeader
        title="Password"
        description="You sign in with single sign-on and have no password. To set one, choose “Forgot your password?” on the sign-in page."
      />
      <div className="p-5 sm:p-6">
        <SignOutElsewhere />
      </div>
    </Card>
  );
}

function ChangePassword() {
  const change = useChangePassword();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    change.mutate(
      { currentPassword: fieldText(form, "currentPassword"), newPassword: fieldText(form, "newPassword") },
      { onSuccess: () => form.reset() },
    );
  }

  return (
    <Card>
      <CardHeader
        title="Password"
        description="Changing your password signs out your other sessions and disconnects single sign-on."
      />
      <form onSubmit={submit} className="grid max-w-2xl gap-5 p-5 sm:grid-cols-2 sm:p-6">
        <Field label="Current password">
          {(ids) => (
            <PasswordInput {...ids} name="currentPassword" required autoComplete="current-password" />
          )}
        </Field>
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
        {change.error && (
          <p role="alert" className="text-sm font-medium text-danger-ink sm:col-span-2">
            {(change.error instanceof RequestError && change.error.sentence) ||
              "Couldn't change your password. Try again."}
          </p>
        )}
        <div className="flex flex-wrap gap-3 sm:col-span-2">
          <Button type="submit" pending={change.isPending}>
            Change password
          </Button>
          <SignOutElsewhere />
        </div>
      </form>
    </Card>
  );
}
