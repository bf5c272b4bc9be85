import { z } from "zod";
import { Id } from "./common.ts";

/** Of the longest time that is caught up with. */
export const maxCatchUpMs = 60_000;

/** `since`: for how many milliseconds the page has been reading; it is told at once what changed meanwhile. */
export const EventLineQuery = z.object({
  since: z.coerce.number().int().min(0).max(maxCatchUpMs).optional(),
});

/**
 * What GET /api/organizations/{id}/events pushes: the SSE event name is `type`, the data this object.
 * Ids only; a page reads the row again. `resync` says that events may have been missed.
 */
export const ServerEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("document.updated"), id: Id }),
  z.object({ type: z.literal("message.created"), id: Id, sessionId: Id }),
  z.object({ type: z.literal("ticket.updated"), id: Id }),
  z.object({ type: z.literal("feedback.created"), id: Id }),
  /** Its owner, what it waits for or how far its messages got; `id` is that of the session. */
  z.object({ type: z.literal("conversation.updated"), id: Id }),
  z.object({ type: z.literal("whatsapp.updated"), id: Id }),
  /** Curated answers or the business configuration; `id` is that of the one changed. */
  z.object({ type: z.literal("guidance.updated"), id: Id }),
  /** Joined, left, was removed or has another role; `id` is that of the user. Their own lines end if they are out. */
  z.object({ type: z.literal("member.updated"), id: Id }),
  /** Its name. */
  z.object({ type: z.literal("organization.updated"), id: Id }),
  /** Somebody wants no more of the answer that is being written there: for the process that writes it. */
  z.object({ type: z.literal("answer.stopped"), sessionId: Id }),
  /** The language model's budget was changed, or a good part of it is used up. */
  z.object({ type: z.literal("budget.updated") }),
  /** More passages can be found by what they mean: for the processes that search. */
  z.object({ type: z.literal("embeddings.updated") }),
  z.object({ type: z.literal("resync") }),
]);
export type ServerEvent = z.infer<typeof ServerEvent>;
