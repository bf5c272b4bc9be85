import type { FeedbackSource } from "../../../contract/feedback.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";

const badges: Record<FeedbackSource, { label: string; tone: BadgeTone }> = {
  chat: { label: "Chat", tone: "blue" },
  whatsapp: { label: "WhatsApp", tone: "green" },
  email: { label: "Email", tone: "purple" },
  ticket: { label: "Ticket", tone: "orange" },
};

/** What each source is called. */
export const sourceLabels: Record<FeedbackSource, string> = {
  chat: badges.chat.label,
  whatsapp: badges.whatsapp.label,
  email: badges.email.label,
  ticket: badges.ticket.label,
};

/** Where a rating came from, or how many came from there. */
export function SourceBadge({ source, count }: { source: string; count?: number }) {
  const badge = Object.hasOwn(badges, source)
    ? badges[source as FeedbackSource]
    : { label: source, tone: "grey" as const };
  return (
    <Badge tone={badge.tone}>
      {badge.label}
      {count !== undefined && `: ${count.toLocaleString("en-ZA")}`}
    </Badge>
  );
}
