import type {
  ReplyDelivery,
  Ticket,
  TicketCategory,
  TicketPriority,
  TicketStatus,
} from "../../../contract/tickets.ts";
import type { Person } from "../../../contract/common.ts";
import { personName } from "../../format/person-name.ts";
import { Badge, type BadgeStyle } from "../../ui/badge.tsx";
import type { Option } from "../../ui/field.tsx";

export const statusBadges: Record<TicketStatus, BadgeStyle> = {
  open: { label: "Open", tone: "blue" },
  in_progress: { label: "In Progress", tone: "yellow" },
  resolved: { label: "Resolved", tone: "green" },
  closed: { label: "Closed", tone: "grey" },
};

export const priorityBadges: Record<TicketPriority, BadgeStyle> = {
  urgent: { label: "Urgent", tone: "red" },
  high: { label: "High", tone: "orange" },
  medium: { label: "Medium", tone: "blue" },
  low: { label: "Low", tone: "grey" },
};

export const categoryBadges: Record<TicketCategory, BadgeStyle> = {
  technical: { label: "Technical", tone: "outline" },
  billing: { label: "Billing", tone: "outline" },
  general: { label: "General", tone: "outline" },
  feature_request: { label: "Feature request", tone: "outline" },
};

export const optionOf = (person: Person): Option => ({ value: person.id, label: personName(person) });

/** How a reply reached the customer, or why it did not. */
export const deliveryRemarks: Record<ReplyDelivery, string> = {
  conversation: "sent in the conversation",
  mailing: "sending by email",
  mailed: "sent by email",
  mail_failed: "not sent: the mail server refused it. Contact the customer directly",
  no_mail_server: "not sent: email isn't set up. Contact the customer directly",
  no_address: "not sent: the ticket has no email address. Contact the customer directly",
};

export function TicketBadges({ ticket: { status, priority, category } }: { ticket: Ticket }) {
  return (
    <>
      <Badge {...statusBadges[status]} />
      <Badge {...priorityBadges[priority]} />
      {category && <Badge {...categoryBadges[category]} />}
    </>
  );
}
