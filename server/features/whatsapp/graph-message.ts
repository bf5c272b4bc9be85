import type { OutboundMessage } from "../../conversations/outbox/outbound-message.ts";

/** The most characters in a text message, and in the text above a list. */
export const maxTextLength = 4096;
/** The most characters in the text above buttons. */
export const maxButtonTextLength = 1024;

/**
 * A message in the Graph API's form, to a telephone number if it is known, else to Meta's id of the user. `outboxId`
 * comes back with every status.
 */
export function toGraphMessage(
  message: OutboundMessage,
  recipient: { waId: string | null; userId: string | null },
  outboxId: string,
): object {
  return {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    ...(recipient.waId === null ? { recipient: recipient.userId } : { to: recipient.waId }),
    biz_opaque_callback_data: outboxId,
    ...contentOf(message),
  };
}

function contentOf(message: OutboundMessage): object {
  if (message.kind === "text")
    return {
      type: "text",
      text: { preview_url: false, body: message.text },
      ...(message.replyTo === undefined ? {} : { context: { message_id: message.replyTo } }),
    };
  const body = { text: message.text };
  if (message.kind === "buttons") {
    const buttons = message.choices.map(({ id, title }) => ({ type: "reply", reply: { id, title } }));
    return { type: "interactive", interactive: { type: "button", body, action: { buttons } } };
  }
  const { button, choices } = message;
  const action = { button, sections: [{ title: button, rows: choices }] };
  return { type: "interactive", interactive: { type: "list", body, action } };
}

/** Marks a customer's message, and all before it, as read and shows that an answer is being written. */
export const readReceipt = (wamid: string): object => ({
  messaging_product: "whatsapp",
  status: "read",
  message_id: wamid,
  typing_indicator: { type: "text" },
});
