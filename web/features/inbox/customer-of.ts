import type { Conversation } from "../../../contract/inbox.ts";

/** The customer's name or number, or else the title of the conversation. */
export function customerOf({ customerName, customerPhone, title }: Conversation): string {
  return customerName ?? customerPhone ?? title;
}
