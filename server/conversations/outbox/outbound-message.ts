import { z } from "zod";

const Choice = z.object({ id: z.string(), title: z.string(), description: z.string().optional() });

/** A message to a customer, independent of the channel that displays it. */
export const OutboundMessage = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("text"),
    text: z.string(),
    /** The channel's id of the customer's message that this one answers. */
    replyTo: z.string().optional(),
  }),
  /** A few buttons under a text. */
  z.object({ kind: z.literal("buttons"), text: z.string(), choices: z.array(Choice).min(1) }),
  /** One of several rows, opened by a button. */
  z.object({
    kind: z.literal("list"),
    text: z.string(),
    button: z.string(),
    choices: z.array(Choice).min(1),
  }),
]);
export type OutboundMessage = z.infer<typeof OutboundMessage>;
