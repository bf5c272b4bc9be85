import { z } from "zod";
import { Timestamp } from "./common.ts";
import { Feedback } from "./feedback.ts";
import { Conversation, ConversationMessage } from "./inbox.ts";
import { Ticket, TicketMessage } from "./tickets.ts";

/** After how many months without activity conversations, closed tickets and ratings are deleted; null: never. */
export const Retention = z.object({ months: z.literal([3, 6, 12, 24]).nullable() });
export type Retention = z.infer<typeof Retention>;

export const CustomerConversation = Conversation.pick({ id: true, title: true }).extend({
  channel: z.string(),
  createdAt: Timestamp,
  messages: ConversationMessage.pick({
    id: true,
    from: true,
    content: true,
    file: true,
    createdAt: true,
  }).array(),
});

export const CustomerTicket = Ticket.omit({ assignedTo: true, assignee: true, channel: true }).extend({
  messages: TicketMessage.pick({ id: true, kind: true, content: true, createdAt: true }).array(),
});

export const CustomerRating = Feedback.omit({ conversationId: true, ticketId: true });

/** Everything that an organization keeps about the customer with these telephone numbers and email addresses. */
export const CustomerData = z.object({
  phones: z.string().array(),
  emails: z.string().array(),
  conversations: CustomerConversation.array(),
  tickets: CustomerTicket.array(),
  ratings: CustomerRating.array(),
});
export type CustomerData = z.infer<typeof CustomerData>;
