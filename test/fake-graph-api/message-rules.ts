import { z } from "zod";

const Text = (max: number) => z.string().min(1).max(max);
const Row = z.object({ id: Text(200), title: Text(24), description: z.string().max(72).optional() });

const Interactive = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("button"),
    body: z.object({ text: Text(1024) }),
    action: z.object({
      buttons: z
        .array(z.object({ type: z.literal("reply"), reply: z.object({ id: Text(256), title: Text(20) }) }))
        .min(1)
        .max(3),
    }),
  }),
  z.object({
    type: z.literal("list"),
    body: z.object({ text: Text(4096) }),
    action: z.object({
      button: Text(20),
      sections: z
        .array(z.object({ title: z.string().max(24).optional(), rows: z.array(Row).min(1).max(10) }))
        .min(1)
        .max(10),
    }),
  }),
]);

const shared = {
  messaging_product: z.literal("whatsapp"),
  recipient_type: z.literal("individual").optional(),
  to: z
    .string()
    .regex(/^\+?\d{5,20}$/)
    .optional(),
  recipient: Text(128).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
  context: z.object({ message_id: Text(512) }).optional(),
};

/** A message as Meta accepts it, with the limits of its reference. */
export const SentMessage = z.discriminatedUnion("type", [
  z.object({
    ...shared,
    type: z.literal("text"),
    text: z.object({ preview_url: z.boolean().optional(), body: Text(4096) }),
  }),
  z.object({ ...shared, type: z.literal("interactive"), interactive: Interactive }),
]);
export type SentMessage = z.infer<typeof SentMessage>;

/** A read receipt, with or without a typing indicator. */
export const Receipt = z.object({
  messaging_product: z.literal("whatsapp"),
  status: z.literal("read"),
  message_id: Text(512),
  typing_indicator: z.object({ type: z.literal("text") }).optional(),
});

/** The visible text of a message. */
export function shownText(message: SentMessage): string {
  return message.type === "text" ? message.text.body : message.interactive.body.text;
}
