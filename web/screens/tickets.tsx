import { RequireOrganization } from "../features/organizations/access-required.tsx";
import { CreateTicketDialog } from "../features/tickets/create-ticket-dialog.tsx";
import { TicketFigures } from "../features/tickets/ticket-figures.tsx";
import { TicketList } from "../features/tickets/ticket-list.tsx";
import { mayWorkOnTickets } from "../permissions.ts";
import { PageHeader } from "../ui/page-header.tsx";

export function TicketsScreen() {
  return (
    <RequireOrganization purpose="access tickets">
      {({ id, role }) => (
        <div key={id} className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <PageHeader
            title="Support Tickets"
            subtitle="What a person has to look into"
            actions={mayWorkOnTickets(role) && <CreateTicketDialog organizationId={id} />}
          />
          <TicketFigures organizationId={id} />
          <TicketList organizationId={id} editable={mayWorkOnTickets(role)} />
        </div>
      )}
    </RequireOrganization>
  );
}
