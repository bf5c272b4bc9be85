import { useUser } from "../../current-organization.tsx";
import { Card } from "../../ui/card.tsx";
import { TypedConfirmation } from "../../ui/typed-confirmation.tsx";
import { useDeleteAccount } from "./api.ts";
import { useConfirmed } from "./confirm-identity.tsx";

export function DeleteAccountCard() {
  return (
    <Card title="Delete account" inner="grid justify-items-start gap-4">
      <p className="text-sm text-ink-soft">
        Deletes your profile and your chats with the assistant. What you wrote to customers stays, without
        your name.
      </p>
      <DeleteAccount />
    </Card>
  );
}

export function DeleteAccount() {
  const { email } = useUser();
  const remove = useConfirmed(useDeleteAccount(), "Failed to delete your account");
  return (
    <TypedConfirmation
      title="Delete account"
      description="Your profile, your chats with the assistant and your memberships will be deleted, and every organization in which you are the only member, with everything in it."
      label="Your email address"
      expected={email}
      pending={remove.isPending}
      onConfirm={(typed) => remove.mutate(typed, { onSuccess: () => window.location.assign("/") })}
    />
  );
}
