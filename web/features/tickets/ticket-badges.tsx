import type { Ticket } from "../../../contract/tickets.ts";
import { Badge, LabelBadge } from "../../ui/badge.tsx";
import { categoryLabels, priorityBadges, statusBadges } from "./ticket-labels.ts";

/** Status, priority and category of a ticket. */
export function TicketBadges({ ticket: { status, priority, category } }: { ticket: Ticket }) {
  return (
    <>
      <LabelBadge {...statusBadges[status]} />
      <LabelBadge {...priorityBadges[priority]} />
      {category && <Badge tone="outline">{categoryLabels[category]}</Badge>}
    </>
  );
}
