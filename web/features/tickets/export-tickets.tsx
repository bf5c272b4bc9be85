import { ExportButton } from "../../ui/export-button.tsx";
import { readAllTickets, type TicketFilter } from "./api.ts";
import { categoryLabels, personName, priorityBadges, statusBadges } from "./ticket-labels.ts";

const header = [
  "Number",
  "Title",
  "Description",
  "Status",
  "Priority",
  "Category",
  "Customer name",
  "Customer email",
  "Customer phone",
  "Assigned to",
  "Created",
];

interface ExportTicketsProps {
  organizationId: string;
  filter: TicketFilter;
}

export function ExportTickets({ organizationId, filter }: ExportTicketsProps) {
  return (
    <ExportButton
      what="tickets"
      header={header}
      load={async () =>
        (await readAllTickets(organizationId, filter)).map((ticket) => [
          ticket.ticketNumber,
          ticket.title,
          ticket.description,
          statusBadges[ticket.status].label,
          priorityBadges[ticket.priority].label,
          ticket.category && categoryLabels[ticket.category],
          ticket.customerName,
          ticket.customerEmail,
          ticket.customerPhone,
          ticket.assignee && personName(ticket.assignee),
          ticket.createdAt,
        ])
      }
    />
  );
}
