import { useRoute } from "wouter";
import { paths } from "../../contract/screens.ts";
import { CreateTicketDialog } from "../features/tickets/open-ticket.tsx";
import { TicketFigures, TicketList } from "../features/tickets/ticket-list.tsx";
import { TicketView } from "../features/tickets/ticket-view.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export function TicketsScreen() {
  return (
    <div className="grid gap-6">
      <PageHeader
        title="Support Tickets"
        subtitle="Questions that need your team"
        actions={<CreateTicketDialog />}
      />
      <TicketFigures />
      <TicketList />
    </div>
  );
}

export function TicketScreen() {
  const [, params] = useRoute(paths.ticket);
  return (
    <div className="grid gap-5">
      <TicketView ticketId={params?.id ?? ""} />
    </div>
  );
}
