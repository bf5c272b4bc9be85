import { z } from "zod";
import { Id } from "./common.ts";

/** A file that a customer sent with a message. */
export const MessageFile = z.object({
  id: Id,
  kind: z.enum(["image", "audio", "video", "document", "sticker"]),
  name: z.string(),
  /** What the customer wrote under it. */
  caption: z.string().nullable(),
  /** By its content; null until it is here. */
  mediaType: z.string().nullable(),
  /** Null where nobody said. */
  sizeBytes: z.int().nullable(),
  /** `waiting`: still being fetched. `missing`: it will not come, and `reason` says why. */
  state: z.enum(["waiting", "stored", "missing"]),
  reason: z.string().nullable(),
  /** How a browser can show it in place; null: it can only be downloaded. */
  shownAs: z.enum(["image", "audio", "video"]).nullable(),
  /** Where to GET it; null until it is here. */
  url: z.string().nullable(),
});
export type MessageFile = z.infer<typeof MessageFile>;

/** A location's content ends in an address that begins so: the only one in a customer's message that becomes a link. */
export const mapAddress = "https://www.openstreetmap.org/?mlat=";
