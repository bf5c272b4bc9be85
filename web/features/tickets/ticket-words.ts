import type {
  ReplyDelivery,
  TicketCategory,
  TicketPerson,
  TicketPriority,
  TicketStatus,
} from "../../../contract/tickets.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

interface Look {
  label: string;
  tone: BadgeTone;
}

export const statusLooks: Record<TicketStatus, Look> = {
  open: { label: "Open", tone: "blue" },
  in_progress: { label: "In Progress", tone: "yellow" },
  resolved: { label: "Resolved", tone: "green" },
  closed: { label: "Closed", tone: "grey" },
};

export const priorityLooks: Record<TicketPriority, Look> = {
  urgent: { label: "Urgent", tone: "red" },
  high: { label: "High", tone: "orange" },
  medium: { label: "Medium", tone: "blue" },
  low: { label: "Low", tone: "grey" },
};

export const categoryLabels: Record<TicketCategory, string> = {
  technical: "Technical",
  billing: "Billing",
  general: "General",
  feature_request: "Feature Request",
};

/** What is said beside a reply about its way to the customer. */
export const deliveryRemarks: Record<ReplyDelivery, string> = {
  conversation: "said in the conversation",
  mailing: "on its way by e-mail",
  mailed: "sent by e-mail",
  mail_failed: "not delivered: the mail server did not take it. Write to the customer yourself",
  no_mail_server: "not delivered: no mail server is set up. Write to the customer yourself",
  no_address: "not delivered: the ticket names no e-mail address. Write to the customer yourself",
};

/** Value and label of every option of a dropdown. */
export function optionsOf(looks: Record<string, Look>): { value: string; label: string }[] {
  return Object.entries(looks).map(([value, { label }]) => ({ value, label }));
}

export function personName({ firstName, lastName, email }: TicketPerson): string {
  return [firstName, lastName].filter(Boolean).join(" ") || email;
}

const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** Such as "21 Nov 2026, 14:05", where the reader is. */
export function formatMoment(iso: string): string {
  return moment.format(new Date(iso));
}
