import { z } from "zod";
import { Id } from "./common.ts";

/** A file that a customer sent with a message. */
export const MessageFile = z.object({
  id: Id,
  kind: z.enum(["image", "audio", "video", "document", "sticker"]),
  name: z.string(),
  /** The customer's text under the file. */
  caption: z.string().nullable(),
  /** The type found in its content; null until it is stored. */
  mediaType: z.string().nullable(),
  /** Null when it is unknown. */
  sizeBytes: z.int().nullable(),
  /** `waiting`: still being fetched. `missing`: it will not come, and `reason` says why. */
  state: z.enum(["waiting", "stored", "missing"]),
  reason: z.string().nullable(),
  /** The element that can show it in a browser; null: it can only be downloaded. */
  shownAs: z.enum(["image", "audio", "video"]).nullable(),
  /** Where to download it; null until it is stored. */
  url: z.string().nullable(),
});
export type MessageFile = z.infer<typeof MessageFile>;
