import { z } from "zod";
import { parseJson } from "../../parse-json.ts";

const Envelope = z.object({ object: z.literal("whatsapp_business_account"), entry: z.array(z.unknown()) });
const Entry = z.object({ changes: z.array(z.unknown()) });
const Change = z.object({ field: z.string(), value: z.unknown() });
const List = z.array(z.unknown()).catch([]);
const Value = z.object({
  metadata: z.object({ phone_number_id: z.string().max(64) }),
  contacts: List,
  messages: List,
  statuses: List,
  errors: List,
});

/** One update in a delivery from Meta. Its value is not validated yet. */
export interface Update {
  ordinal: number;
  kind: "message" | "status" | "error" | "unknown";
  /** Null when the shape is unknown. */
  phoneNumberId: string | null;
  value: unknown;
  contacts: unknown[];
}

/** Every entry, change, message, status and error of a delivery; null if the body is not an envelope. */
export function readEnvelope(body: Buffer): Update[] | null {
  const envelope = Envelope.safeParse(parseJson(body.toString("utf8")));
  if (!envelope.success) return null;
  const updates = envelope.data.entry.flatMap((entry) => {
    const parsed = Entry.safeParse(entry);
    return parsed.success ? parsed.data.changes.flatMap(updatesOf) : unknownUpdate(entry);
  });
  return updates.map((update, ordinal) => ({ ...update, ordinal }));
}

function updatesOf(change: unknown): Omit<Update, "ordinal">[] {
  const parsed = Change.safeParse(change);
  const value = Value.safeParse(parsed.data?.value);
  if (!parsed.success || !value.success) return [unknownUpdate(change)];
  const { metadata, contacts, messages, statuses, errors } = value.data;
  const shared = { phoneNumberId: metadata.phone_number_id, contacts };
  if (parsed.data.field !== "messages") return [{ kind: "unknown", value: change, ...shared }];
  return [
    ...messages.map((message) => ({ kind: "message" as const, value: message, ...shared })),
    ...statuses.map((status) => ({ kind: "status" as const, value: status, ...shared })),
    ...errors.map((error) => ({ kind: "error" as const, value: error, ...shared })),
  ];
}

const unknownUpdate = (value: unknown): Omit<Update, "ordinal"> => ({
  kind: "unknown",
  phoneNumberId: null,
  value,
  contacts: [],
});
