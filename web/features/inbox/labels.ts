import type { Conversation, ConversationChannel } from "../../../contract/inbox.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

export const channelBadges: Record<ConversationChannel, { label: string; tone: BadgeTone }> = {
  whatsapp: { label: "WhatsApp", tone: "green" },
  webhook: { label: "Webhook", tone: "purple" },
};

/** Who the conversation is with, as far as that is known. */
export function customerOf({ customerName, customerPhone, title }: Conversation): string {
  return customerName ?? customerPhone ?? title;
}

const moment = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
});

/** A near moment such as "Sat 14:05", where the reader is. */
export function formatMoment(iso: string): string {
  return moment.format(new Date(iso));
}
