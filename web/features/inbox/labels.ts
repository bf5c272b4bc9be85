import type { Conversation } from "../../../contract/inbox.ts";

/** The customer's name or number, or else the title of the conversation. */
export function customerOf({ customerName, customerPhone, title }: Conversation): string {
  return customerName ?? customerPhone ?? title;
}

const moment = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
});

/** A recent time such as "Sat 14:05", in the reader's time zone. */
export function formatMoment(iso: string): string {
  return moment.format(new Date(iso));
}
