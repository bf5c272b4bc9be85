import { z } from "zod";
import { Id } from "./common.ts";
import { maxCatchUpMs } from "./limits.ts";

/** `since`: how many milliseconds ago the page began to load; it first receives what changed since then. */
export const EventStreamQuery = z.object({
  since: z.coerce.number().int().min(0).max(maxCatchUpMs).optional(),
});

/**
 * An event that GET /api/organizations/{id}/events pushes: its name is `type`, its data is this object. Events have ids
 * only, so that the page reloads the row. `resync` means that events may have been missed.
 */
export const ServerEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("document.updated"), id: Id }),
  z.object({ type: z.literal("message.created"), id: Id, sessionId: Id }),
  z.object({ type: z.literal("ticket.updated"), id: Id }),
  /** The assistant's draft of a reply changed, which no list shows. */
  z.object({ type: z.literal("ticket.drafted"), id: Id }),
  z.object({ type: z.literal("feedback.created"), id: Id }),
  /** A new owner, a request for a person or a delivery; `id` is the conversation's. */
  z.object({ type: z.literal("conversation.updated"), id: Id }),
  z.object({ type: z.literal("whatsapp.updated"), id: Id }),
  /** A curated answer or a business configuration; `id` is its id. */
  z.object({ type: z.literal("guidance.updated"), id: Id }),
  /** A golden question was asked, changed or deleted (`id` is its id), or a version was checked (`id` is the version's). */
  z.object({ type: z.literal("golden.updated"), id: Id }),
  /** A member joined, left or has a new role; `id` is the user's. A former member's event streams end. */
  z.object({ type: z.literal("member.updated"), id: Id }),
  /** The organization's name or its security settings. */
  z.object({ type: z.literal("organization.updated"), id: Id }),
  /** Tells the process that is generating an answer in this session to stop. */
  z.object({ type: z.literal("answer.stopped"), sessionId: Id }),
  /** The language model's budget was changed, or usage reached a threshold of it. */
  z.object({ type: z.literal("budget.updated") }),
  /** Tells the processes that search that more passages are embedded. */
  z.object({ type: z.literal("embeddings.updated") }),
  z.object({ type: z.literal("resync") }),
]);
export type ServerEvent = z.infer<typeof ServerEvent>;
