import type { OrganizationMembership } from "../../contract/identity.ts";
import { may } from "../../contract/permissions.ts";
import { RequireOrganization } from "../features/organizations/access-required.tsx";
import { useMembers } from "../features/organizations/api.ts";
import { CreateTicketDialog } from "../features/tickets/create-ticket-dialog.tsx";

import { TicketFigures, TicketList } from "../features/tickets/ticket-list.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export function TicketsScreen() {
  return (
    <RequireOrganization purpose="access tickets">
      {(organization) => <Tickets key={organization.id} organization={organization} />}
    </RequireOrganization>
  );
}

function Tickets({ organization: { id, role } }: { organization: OrganizationMembership }) {
  const members = useMembers(id);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHeader
        title="Support Tickets"
        subtitle="Questions that need your team"
        actions={may(role, "work on tickets") && <CreateTicketDialog organizationId={id} />}
      />
      <TicketFigures organizationId={id} />
      <TicketList organizationId={id} editable={may(role, "work on tickets")} members={members.data ?? []} />
    </div>
  );
}
