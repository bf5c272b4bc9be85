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

/** How the next reply will reach the customer, or why it won't. */
export const nextDeliveryTexts: Record<ReplyDelivery, string> = {
  conversation: "Goes to the customer in the conversation.",
  mailing: "Goes out by email.",
  mailed: "Goes out by email.",
  mail_failed: "Goes out by email.",
  mail_limit:
    "Today's limit of emails is reached: the reply is only kept here. Contact the customer yourself.",
  no_mail_server: "Email isn't set up: the reply is only kept here. Contact the customer yourself.",
  no_address: "There is no email address: the reply is only kept here. Contact the customer yourself.",
};

/** How a reply reached the customer, or why it didn't. */
export function Delivery({ delivery }: { delivery: ReplyDelivery }) {
  const text = deliveryTexts[delivery];
  return <span className={text.startsWith("Not sent") ? "text-danger-ink" : undefined}>{text}</span>;
}

const deliveryTexts: Record<ReplyDelivery, string> = {
  conversation: "Sent in the conversation.",
  mailing: "Will be sent by email.",
  mailed: "Sent by email.",
  mail_failed: "Not sent: the mail server refused it. Contact the customer yourself.",
  mail_limit:
    "Not sent: your organization has reached its daily email limit. Try again tomorrow, or contact the customer yourself.",
  no_mail_server: "Not sent: email isn't set up. Contact the customer yourself.",
  no_address: "Not sent: there is no email address. Contact the customer yourself.",
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
