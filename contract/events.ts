import { z } from "zod";
import { Id } from "./common.ts";
import { maxCatchUpMs } from "./limits.ts";

/** `since`: how many milliseconds ago the page began to load; it first receives what changed since then. */
export const EventLineQuery = z.object({
  since: z.coerce.number().int().min(0).max(maxCatchUpMs).optional(),
});

/**
 * What GET /api/organizations/{id}/events pushes: the name of the event is `type`, its data this object. Events
 * hold ids only, and the page loads the row again. `resync` means that events may have been missed.
 */
export const ServerEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("document.updated"), id: Id }),
  z.object({ type: z.literal("message.created"), id: Id, sessionId: Id }),
  z.object({ type: z.literal("ticket.updated"), id: Id }),
  /** The assistant's draft of a reply: no list shows it. */
  z.object({ type: z.literal("ticket.drafted"), id: Id }),
  z.object({ type: z.literal("feedback.created"), id: Id }),
  /** A new owner, a request for a person or a delivery; `id` is the session's. */
  z.object({ type: z.literal("conversation.updated"), id: Id }),
  z.object({ type: z.literal("whatsapp.updated"), id: Id }),
  /** A curated answer or a business configuration; `id` is its id. */
  z.object({ type: z.literal("guidance.updated"), id: Id }),
  /** A golden question was asked, written or deleted, or a version checked; `id` is that of it. */
  z.object({ type: z.literal("golden.updated"), id: Id }),
  /** Joined, left, was removed or has a new role; `id` is the user's. A former member's event streams end. */
  z.object({ type: z.literal("member.updated"), id: Id }),
  /** The organization's name. */
  z.object({ type: z.literal("organization.updated"), id: Id }),
  /** Stops the answer that is being generated in this session; for the process that generates it. */
  z.object({ type: z.literal("answer.stopped"), sessionId: Id }),
  /** The language model's budget was changed, or a threshold of it was reached. */
  z.object({ type: z.literal("budget.updated") }),
  /** More passages are embedded; for the processes that search. */
  z.object({ type: z.literal("embeddings.updated") }),
  z.object({ type: z.literal("resync") }),
]);
export type ServerEvent = z.infer<typeof ServerEvent>;
