import { createHmac, randomUUID } from "node:crypto";

/** A customer with a phone number, Meta's id for the user, or both. */
export interface Customer {
  waId?: string;
  userId?: string;
  name?: string;
}

/** The content of a message, such as {type: "text", text: {body: "hi"}}. */
export type Content = { type: string } & Record<string, unknown>;

export const text = (body: string): Content => ({ type: "text", text: { body } });

/** A message in the format of a delivery. */
export function messageFrom(
  customer: Customer,
  content: Content,
  options: { wamid?: string; at?: Date } = {},
): Record<string, unknown> {
  return {
    ...(customer.waId === undefined ? {} : { from: customer.waId }),
    ...(customer.userId === undefined ? {} : { from_user_id: customer.userId }),
    id: options.wamid ?? `wamid.IN${randomUUID()}`,
    timestamp: String(Math.floor((options.at ?? new Date()).getTime() / 1000)),
    ...content,
  };
}

/** A status in the format of a delivery. */
export function statusOf(
  wamid: string,
  status: string,
  options: { recipient?: string; callback?: string; errorCode?: number } = {},
): Record<string, unknown> {
  return {
    id: wamid,
    status,
    timestamp: String(Math.floor(Date.now() / 1000)),
    recipient_id: options.recipient ?? "27820000000",
    ...(options.callback === undefined ? {} : { biz_opaque_callback_data: options.callback }),
    ...(options.errorCode === undefined
      ? {}
      : { errors: [{ code: options.errorCode, title: "Error", message: "Error" }] }),
  };
}

interface Change {
  messages?: Record<string, unknown>[];
  statuses?: Record<string, unknown>[];
  errors?: Record<string, unknown>[];
  customers?: Customer[];
}

/** The body of Meta's POST: one entry with one change per part. */
export function envelope(phoneNumberId: string, ...parts: Change[]): object {
  const changes = parts.map(({ messages, statuses, errors, customers = [] }) => ({
    field: "messages",
    value: {
      messaging_product: "whatsapp",
      metadata: { display_phone_number: "27110000000", phone_number_id: phoneNumberId },
      ...(customers.length === 0 ? {} : { contacts: customers.map(contactOf) }),
      ...(messages === undefined ? {} : { messages }),
      ...(statuses === undefined ? {} : { statuses }),
      ...(errors === undefined ? {} : { errors }),
    },
  }));
  return { object: "whatsapp_business_account", entry: [{ id: "104996122399160", changes }] };
}

const contactOf = ({ waId, userId, name }: Customer): object => ({
  profile: { name: name ?? "Thandi" },
  ...(waId === undefined ? {} : { wa_id: waId }),
  ...(userId === undefined ? {} : { user_id: userId }),
});

/** The bytes as Meta sends them, with escaped slashes and non-ASCII characters, unlike JSON.stringify. */
export function toBytes(payload: object): Buffer {
  const escaped = JSON.stringify(payload)
    .replaceAll("/", "\\/")
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return Buffer.from(escaped);
}

/** X-Hub-Signature-256 over these bytes. */
export const signatureOf = (bytes: Buffer, appSecret: string): string =>
  `sha256=${createHmac("sha256", appSecret).update(bytes).digest("hex")}`;

/** Delivers to a webhook as Meta does. `signature` null: unsigned. */
export async function deliver(
  webhookUrl: string,
  payload: object | Buffer,
  options: { appSecret: string; signature?: string | null },
): Promise<{ status: number; body: string; ms: number }> {
  const bytes = Buffer.isBuffer(payload) ? payload : toBytes(payload);
  const signature =
    options.signature === undefined ? signatureOf(bytes, options.appSecret) : options.signature;
  const startedAt = performance.now();
  const response = await fetch(webhookUrl, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": "facebookexternalua",
      ...(signature === null ? {} : { "x-hub-signature-256": signature }),
    },
    body: new Uint8Array(bytes),
  });
  return { status: response.status, body: await response.text(), ms: performance.now() - startedAt };
}
