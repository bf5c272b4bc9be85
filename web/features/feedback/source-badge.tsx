import type { FeedbackSource } from "../../../contract/feedback.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";

const looks: Record<FeedbackSource, { label: string; tone: BadgeTone }> = {
  chat: { label: "Chat", tone: "blue" },
  whatsapp: { label: "WhatsApp", tone: "green" },
  email: { label: "Email", tone: "purple" },
  ticket: { label: "Ticket", tone: "orange" },
};

/** What each source is called. */
export const sourceLabels: Record<FeedbackSource, string> = {
  chat: looks.chat.label,
  whatsapp: looks.whatsapp.label,
  email: looks.email.label,
  ticket: looks.ticket.label,
};

/** Where a rating came from, or how many came from there. */
export function SourceBadge({ source, count }: { source: string; count?: number }) {
  const look = Object.hasOwn(looks, source)
    ? looks[source as FeedbackSource]
    : { label: source, tone: "grey" as const };
  return (
    <Badge tone={look.tone}>
      {look.label}
      {count !== undefined && `: ${count.toLocaleString("en-ZA")}`}
    </Badge>
  );
}
