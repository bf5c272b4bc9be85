import { useMay, useOrganization } from "../../current-organization.tsx";
import { Card } from "../../ui/card.tsx";
import { TypedConfirmation } from "../../ui/typed-confirmation.tsx";
import { ConfirmIdentity, useConfirmed } from "../profile/confirm-identity.tsx";
import { useDeleteOrganization } from "./api.ts";

export function DeleteOrganizationCard() {
  if (!useMay("delete the organization")) return null;
  return (
    <Card title="Delete organization" inner="grid justify-items-start gap-4">
      <p className="text-sm text-ink-soft">
        Deletes everything for all members: documents, conversations, tickets and settings.
      </p>
      <ConfirmIdentity>
        <DeleteButton />
      </ConfirmIdentity>
    </Card>
  );
}

function DeleteButton() {
  const { id, name } = useOrganization();
  const remove = useConfirmed(useDeleteOrganization(id), "Failed to delete the organization");
  return (
    <TypedConfirmation
      title="Delete organization"
      description={`All members lose access to ${name} at once, and its API keys and WhatsApp numbers stop. Its documents, conversations, tickets and files will be deleted.`}
      label="Name of the organization"
      expected={name}
      pending={remove.isPending}
      onConfirm={remove.mutate}
    />
  );
}
