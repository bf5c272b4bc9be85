import { z } from "zod";
import { keyIn } from "../../../contract/common.ts";
import { mapAddress } from "../../../contract/limits.ts";
import { MessageFile } from "../../../contract/message-files.ts";

/** The text that staff see in place of a file. */
const shownAs = {
  image: "picture",
  video: "video",
  audio: "voice message",
  document: "document",
  sticker: "sticker",
  location: "location",
  contacts: "contact",
  order: "order",
  other: "unsupported message",
};
type MediaType = keyof typeof shownAs;

/** The customer's intent in a message. Stored with the message until it is answered. */
export const CustomerRequest = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("question"), text: z.string() }),
  /** A file, which the assistant cannot read; `caption` is the customer's text under it. */
  z.object({ kind: z.literal("media"), media: keyIn(shownAs), caption: z.string().nullable() }),
  z.object({ kind: z.literal("person") }),
  /** After a hand-off: go back to the assistant. */
  z.object({ kind: z.literal("assistant") }),
  z.object({ kind: z.literal("rating"), requestId: z.string(), rating: z.int().min(1).max(5) }),
  /** Reactions and the like, which need no answer. */
  z.object({ kind: z.literal("none") }),
]);
export type CustomerRequest = z.infer<typeof CustomerRequest>;

/** A file that Meta keeps for a few days. */
export type SentFile = NonNullable<ReturnType<typeof fileOf>>;

/** A message from Meta, validated. */
export type CustomerMessage = ReturnType<typeof parseCustomerMessage>;

/** The ids of buttons and list rows that the assistant sends. */
export const personChoiceId = "person";
export const assistantChoiceId = "assistant";
export const ratingChoiceId = (requestId: string, rating: number): string => `rating:${requestId}:${rating}`;
const ratingChoice = /^rating:([0-9a-f-]{36}):([1-5])$/;

const maxTextLength = 10_000;
const WaId = z.string().regex(/^\d{5,20}$/);
const UserId = z.string().min(1).max(128);
// PostgreSQL cannot store U+0000 or half a surrogate pair.
const Words = z
  .string()
  .transform((text) => text.replaceAll("\u0000", "").toWellFormed().trim().slice(0, maxTextLength));
const Reply = z.object({ id: z.string().max(256), title: Words });
const Media = z.object({
  id: z.string().min(1).max(256).optional().catch(undefined),
  caption: Words.optional(),
  filename: Words.optional(),
});
const SharedContact = z.object({
  name: z.object({ formatted_name: Words.optional() }).optional().catch(undefined),
  phones: z.array(z.object({ phone: Words.optional() })).catch([]),
});
const Degrees = z.number().min(-180).max(180).optional().catch(undefined);

const Message = z.object({
  id: z.string().min(1).max(512),
  timestamp: z.coerce.number().int().positive().max(9_999_999_999),
  type: z.string().min(1).max(64),
  from: WaId.optional(),
  from_user_id: UserId.optional(),
  group_id: z.string().optional(),
  text: z.object({ body: Words }).optional(),
  button: z.object({ text: Words, payload: z.string().optional() }).optional(),
  interactive: z
    .object({ type: z.string(), button_reply: Reply.optional(), list_reply: Reply.optional() })
    .optional(),
  image: Media.optional(),
  video: Media.optional(),
  document: Media.optional(),
  audio: Media.optional(),
  sticker: Media.optional(),
  location: z
    .object({ name: Words.optional(), address: Words.optional(), latitude: Degrees, longitude: Degrees })
    .optional(),
  contacts: z.array(SharedContact).catch([]),
  reaction: z.object({ emoji: Words.optional() }).optional(),
  system: z
    .object({ type: z.string().optional(), wa_id: WaId.optional(), new_wa_id: WaId.optional() })
    .optional(),
});
type Message = z.infer<typeof Message>;

const Contact = z.object({
  wa_id: WaId.optional(),
  user_id: UserId.optional(),
  profile: z.object({ name: Words.optional() }).optional(),
});

/** Reads a message from Meta; `contacts` are those of its change. Throws for an invalid message. */
export function parseCustomerMessage(value: unknown, contacts: readonly unknown[]) {
  const message = Message.parse(value);
  const contact = contactOf(message, contacts);
  const waId = message.from ?? contact?.wa_id ?? null;
  const userId = message.from_user_id ?? contact?.user_id ?? null;
  if (waId === null && userId === null) throw new Error("the message names no sender");
  return {
    wamid: message.id,
    type: message.type,
    // A clock that runs ahead must not extend the window for replies.
    sentAt: new Date(Math.min(message.timestamp * 1000, Date.now())),
    /** The customer's telephone number and Meta's id of the user, of which at least one is set. */
    waId,
    userId,
    profileName: contact?.profile?.name?.slice(0, 200) || null,
    /** Sent in a group: the assistant talks to single customers only. */
    inGroup: message.group_id !== undefined,
    /** The new telephone number, if the message announces one. */
    newWaId: message.system?.wa_id ?? message.system?.new_wa_id ?? null,
    /** The attached file, which has to be fetched. */
    file: fileOf(message),
    ...meaningOf(message),
  };
}

function contactOf(message: Message, contacts: readonly unknown[]): z.infer<typeof Contact> | undefined {
  const known = contacts.flatMap((contact) => Contact.safeParse(contact).data ?? []);
  const named = known.find(
    ({ wa_id, user_id }) =>
      (wa_id !== undefined && wa_id === message.from) ||
      (user_id !== undefined && user_id === message.from_user_id),
  );
  const anonymous = message.from === undefined && message.from_user_id === undefined;
  return named ?? (anonymous && known.length === 1 ? known[0] : undefined);
}

interface Meaning {
  /** The text that staff see of a message; empty if there is nothing to show. */
  content: string;
  request: CustomerRequest;
}

function meaningOf(message: Message): Meaning {
  switch (message.type) {
    case "text":
      return question(message.text?.body);
    case "button":
      return question(message.button?.text);
    case "interactive":
      return choice(message);
    case "image":
    case "video":
    case "document":
      return media(message.type, message[message.type]);
    case "audio":
    case "order":
      return media(message.type);
    case "contacts":
      return sharedContacts(message);
    case "location":
      return location(message);
    case "sticker":
      return { content: "[sticker]", request: { kind: "none" } };
    case "reaction":
      return { content: message.reaction?.emoji ?? "", request: { kind: "none" } };
    case "system":
    case "request_welcome":
      return { content: "", request: { kind: "none" } };
    default:
      return media("other");
  }
}

function fileOf(message: Message) {
  const { data: kind } = MessageFile.shape.kind.safeParse(message.type);
  const { id, filename, caption } = (kind && message[kind]) ?? {};
  if (kind === undefined || id === undefined) return null;
  return {
    kind,
    mediaId: id,
    name: filename?.replace(/[\p{Cc}/\\]/gu, " ").slice(0, 200) || null,
    caption: caption || null,
  };
}

/** A location as text and as the address of a map. */
function location({ location: place }: Message): Meaning {
  const { name, address, latitude, longitude } = place ?? {};
  const words = [name, address].filter(Boolean).join(", ");
  const shown = media("location", { filename: words });
  if (latitude === undefined || longitude === undefined) return shown;
  const point = `${latitude}, ${longitude}\n${mapAddress}${latitude}&mlon=${longitude}`;
  return { ...shown, content: `${shown.content} ${point}` };
}

/** The names and telephone numbers of shared contacts, one per line. */
function sharedContacts({ contacts: shared }: Message): Meaning {
  const lines = shared.map(({ name, phones }) =>
    [name?.formatted_name, ...phones.map(({ phone }) => phone)].filter(Boolean).join(", "),
  );
  const text = lines.filter(Boolean).join("\n").slice(0, maxTextLength);
  const shown = media("contacts");
  return { ...shown, content: text === "" ? shown.content : `${shown.content} ${text}` };
}

function question(text: string | undefined): Meaning {
  if (text === undefined) throw new Error("the message has no text");
  return { content: text, request: { kind: "question", text } };
}

function choice({ interactive }: Message): Meaning {
  const reply = interactive?.button_reply ?? interactive?.list_reply;
  if (reply === undefined) return media("other");
  const [, requestId, rating] = ratingChoice.exec(reply.id) ?? [];
  if (requestId !== undefined)
    return { content: reply.title, request: { kind: "rating", requestId, rating: Number(rating) } };
  if (reply.id === assistantChoiceId) return { content: reply.title, request: { kind: "assistant" } };
  if (reply.id === personChoiceId) return { content: reply.title, request: { kind: "person" } };
  return question(reply.title);
}

function media(type: MediaType, { caption, filename }: Partial<z.infer<typeof Media>> = {}): Meaning {
  const shown = filename ? `[${shownAs[type]}: ${filename.slice(0, 200)}]` : `[${shownAs[type]}]`;
  const text = caption || null;
  return {
    content: text === null ? shown : `${shown} ${text}`,
    request: { kind: "media", media: type, caption: text },
  };
}
