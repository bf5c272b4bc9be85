import { serverMessageOr } from "../../request.ts";
import { MutationButton, SubmitButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { NewPasswordField, PasswordField } from "../../ui/field.tsx";
import { fieldText, Form, ErrorText } from "../../ui/form.tsx";
import { useSignInState, useChangePassword, useSignOutElsewhere } from "./api.ts";

export function PasswordCard() {
  const hasPassword = useSignInState().data?.hasPassword ?? true;
  if (hasPassword) return <ChangePassword />;
  return (
    <Card
      title="Password"
      description="You sign in with single sign-on and have no password. To set one, choose “Forgot your password?” on the sign-in page."
      inner="block"
    >
      <SignOutElsewhere />
    </Card>
  );
}

function SignOutElsewhere() {
  const signOut = useSignOutElsewhere();
  return <MutationButton variant="secondary" mutation={signOut} label="Sign out other sessions" />;
}

const messageOf = serverMessageOr("Couldn't change your password. Try again.");

function ChangePassword() {
  const change = useChangePassword();
  const disconnects = useSignInState().data?.isConnected === true;

  function submit(form: HTMLFormElement): void {
    change.mutate(
      { currentPassword: fieldText(form, "currentPassword"), newPassword: fieldText(form, "newPassword") },
      { onSuccess: () => form.reset() },
    );
  }

  return (
    <Card
      title="Password"
      description={`Changing your password signs out your other sessions${disconnects ? " and disconnects single sign-on" : ""}.`}
    >
      <Form onSubmit={submit} error={change.error} className="grid max-w-2xl gap-5 p-5 sm:grid-cols-2 sm:p-6">
        <PasswordField
          label="Current password"
          name="currentPassword"
          required
          autoComplete="current-password"
        />
        <NewPasswordField />
        <ErrorText className="sm:col-span-2">{change.error && messageOf(change.error)}</ErrorText>
        <div className="flex flex-wrap gap-3 sm:col-span-2">
          <SubmitButton label="Change password" pending={change.isPending} />
          <SignOutElsewhere />
        </div>
      </Form>
    </Card>
  );
}
