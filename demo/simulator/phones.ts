import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { z } from "zod";
import type { Delivered } from "../../test/fake-graph-api/graph-api.ts";

const Choice = z.object({ id: z.string(), title: z.string() });

/** A message as the customer's phone shows it. */
const PhoneMessage = z.object({
  wamid: z.string(),
  from: z.enum(["customer", "business"]),
  text: z.string(),
  at: z.number(),
  /** For the customer's own messages, their progress; for the business's, the last status that was reported to it. */
  status: z.enum(["sending", "sent", "delivered", "read", "failed"]),
  /** Buttons under the text, or the rows of a list that a button opens. */
  choices: z.array(Choice).default([]),
  /** The label of the button that opens the list; null: the choices are buttons themselves. */
  listButton: z.string().nullable().default(null),
  /** The text of the customer's message that this one replies to. */
  quoted: z.string().nullable().default(null),
});
export type PhoneMessage = z.infer<typeof PhoneMessage>;

const Phone = z.object({
  waId: z.string(),
  name: z.string(),
  /** If false, the phone is off and messages to it stay "sent" instead of "delivered". */
  on: z.boolean(),
  messages: z.array(PhoneMessage),
});
export type Phone = z.infer<typeof Phone> & {
  /** The end of the typing indicator; 0: there is none. */
  typingUntil: number;
};

/** WhatsApp shows the typing indicator until the message arrives, for at most this long. */
const typingMs = 25_000;

/** The phones of the demo's customers, saved in a file. */
export class Phones {
  readonly #phones = new Map<string, Phone>();
  readonly #listeners = new Set<(phone: Phone) => void>();
  readonly #file: string;
  #saving: NodeJS.Timeout | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Loads the phones of an earlier run, if there was one. */
  async load(): Promise<void> {
    const text = await readFile(this.#file, "utf8").catch(() => "[]");
    const phones = z.array(Phone).safeParse(JSON.parse(text)).data ?? [];
    for (const phone of phones) this.#phones.set(phone.waId, { ...phone, typingUntil: 0 });
  }

  all(): Phone[] {
    return [...this.#phones.values()];
  }

  find(waId: string): Phone | undefined {
    return this.#phones.get(waId);
  }

  /** Adds a phone, or returns the existing one with this number. */
  add(waId: string, name: string): Phone {
    const known = this.#phones.get(waId);
    if (known !== undefined) return known;
    const phone: Phone = { waId, name, on: true, messages: [], typingUntil: 0 };
    this.#phones.set(waId, phone);
    this.changed(phone);
    return phone;
  }

  /** Adds a message of the customer. */
  write(phone: Phone, text: string): PhoneMessage {
    const message: PhoneMessage = {
      wamid: `wamid.IN${randomUUID()}`,
      from: "customer",
      text,
      at: Date.now(),
      status: "sending",
      choices: [],
      listButton: null,
      quoted: null,
    };
    phone.messages.push(message);
    this.changed(phone);
    return message;
  }

  /** Adds a message of the business. */
  receive(phone: Phone, { wamid, message, text, at }: Delivered): PhoneMessage {
    const interactive = message.type === "interactive" ? message.interactive : null;
    const buttons = interactive?.type === "button" ? interactive.action.buttons : [];
    const list = interactive?.type === "list" ? interactive.action : null;
    const replyTo = message.context?.message_id;
    const received: PhoneMessage = {
      wamid,
      from: "business",
      text,
      at,
      status: "sent",
      choices: list?.sections.flatMap(({ rows }) => rows) ?? buttons.map(({ reply }) => reply),
      listButton: list?.button ?? null,
      quoted: phone.messages.find((asked) => asked.wamid === replyTo)?.text ?? null,
    };
    phone.messages.push(received);
    phone.typingUntil = 0;
    this.changed(phone);
    return received;
  }

  /** The business has read this message and all before it. */
  markRead(wamid: string, { typing }: { typing: boolean }): void {
    const phone = this.all().find(({ messages }) => messages.some((message) => message.wamid === wamid));
    if (phone === undefined) return;
    for (const message of phone.messages) {
      if (message.from === "customer" && message.status !== "failed") message.status = "read";
      if (message.wamid === wamid) break;
    }
    if (typing) phone.typingUntil = Date.now() + typingMs;
    this.changed(phone);
  }

  onChange(listener: (phone: Phone) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Notifies the listeners of a changed phone, and saves all phones soon. */
  changed(phone: Phone): void {
    for (const listener of this.#listeners) listener(phone);
    if (this.#saving !== undefined) return;
    this.#saving = setTimeout(() => {
      this.#saving = undefined;
      void writeFile(this.#file, JSON.stringify(this.all()), { mode: 0o600 });
    }, 200).unref();
  }
}
