import { randomInt } from "node:crypto";
import type { FakeGraphApi } from "../../test/fake-graph-api/graph-api.ts";
import {
  deliver,
  envelope,
  messageFrom,
  statusOf,
  text,
  type Content,
} from "../../test/fake-graph-api/webhook.ts";
import { Phones, type Phone, type PhoneMessage } from "./phones.ts";

/** Where the simulated Meta delivers messages, and the secret that it signs them with. */
export interface SimulatedNumber {
  webhookUrl: string;
  phoneNumberId: string;
  appSecret: string;
}

export const attachments = {
  picture: { type: "image", image: { id: "1", mime_type: "image/jpeg", sha256: "x" } },
  "voice message": {
    type: "audio",
    audio: { id: "2", mime_type: "audio/ogg; codecs=opus", sha256: "x", voice: true },
  },
  document: {
    type: "document",
    document: { id: "3", filename: "Slip.pdf", mime_type: "application/pdf", sha256: "x" },
  },
  location: { type: "location", location: { latitude: -33.9249, longitude: 18.4241, name: "Cape Town" } },
} as const satisfies Record<string, Content>;
export type Attachment = keyof typeof attachments;

/**
 * Customers and Meta in one: sends signed messages to the product's webhook as Meta does, and reports the status of the
 * product's messages.
 */
export class Simulator {
  readonly phones: Phones;
  /** The delay of messages to a phone; the demo sets it so that the typing indicator is visible. */
  latencyMs = 0;
  readonly #number: SimulatedNumber;

  constructor(graph: FakeGraphApi, number: SimulatedNumber, phones: Phones) {
    this.phones = phones;
    this.#number = number;
    graph.onDelivered((delivered) => {
      if (delivered.phoneNumberId !== number.phoneNumberId) return;
      setTimeout(() => {
        const phone = phones.add(delivered.to, `+${delivered.to}`);
        const message = phones.receive(phone, delivered);
        void this.#report(phone, message, phone.on ? ["sent", "delivered"] : ["sent"]);
      }, this.latencyMs);
    });
    graph.onReceipt((wamid, options) => phones.markRead(wamid, options));
  }

  /** A customer writes a text message. */
  async write(phone: Phone, content: string): Promise<void> {
    await this.#send(phone, content, text(content));
  }

  /** A customer presses a button or chooses a row of a list. */
  async choose(phone: Phone, { choices, listButton }: PhoneMessage, choiceId: string): Promise<void> {
    const choice = choices.find(({ id }) => id === choiceId);
    if (choice === undefined) return;
    const kind = listButton === null ? "button_reply" : "list_reply";
    await this.#send(phone, choice.title, {
      type: "interactive",
      interactive: { type: kind, [kind]: choice },
    });
  }

  /** A customer sends something other than text. */
  async attach(phone: Phone, attachment: Attachment): Promise<void> {
    await this.#send(phone, `[${attachment}]`, attachments[attachment]);
  }

  async #send(phone: Phone, shown: string, content: Content): Promise<void> {
    const message = this.phones.write(phone, shown);
    const { waId, name } = phone;
    const sent = messageFrom({ waId }, content, { wamid: message.wamid });
    const accepted = await this.#deliver({ messages: [sent], customers: [{ waId, name }] });
    // The product may have marked it as read before it replied to the delivery.
    if (message.status !== "read") message.status = accepted ? "delivered" : "failed";
    this.phones.changed(phone);
  }

  /** The customer opens the conversation, which marks all delivered messages as read. */
  async markRead(phone: Phone): Promise<void> {
    if (!phone.on) return;
    for (const message of phone.messages) {
      if (message.from === "business" && message.status === "delivered")
        await this.#report(phone, message, ["read"]);
    }
  }

  /** Switches a phone on or off. When it is switched on, waiting messages are delivered. */
  async switch(phone: Phone, on: boolean): Promise<void> {
    phone.on = on;
    this.phones.changed(phone);
    for (const message of phone.messages) {
      if (on && message.from === "business" && message.status === "sent")
        await this.#report(phone, message, ["delivered"]);
    }
  }

  async #report(
    phone: Phone,
    message: PhoneMessage,
    statuses: ("sent" | "delivered" | "read")[],
  ): Promise<void> {
    for (const status of statuses) {
      message.status = status;
      this.phones.changed(phone);
      await this.#deliver({ statuses: [statusOf(message.wamid, status, { recipient: phone.waId })] });
    }
  }

  async #deliver(change: Parameters<typeof envelope>[1]): Promise<boolean> {
    const { webhookUrl, phoneNumberId, appSecret } = this.#number;
    try {
      return (await deliver(webhookUrl, envelope(phoneNumberId, change), { appSecret })).status === 200;
    } catch {
      // The product is stopping or restarting.
      return false;
    }
  }
}

/** A fictitious South African mobile number. */
export const newNumber = (): string => `2782555${randomInt(1000, 9999)}`;
