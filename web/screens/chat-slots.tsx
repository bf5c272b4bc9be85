import type { ChatSlots } from "../features/conversations/chat-panel.tsx";
import { AnswerRating } from "../features/feedback/answer-rating.tsx";
import { HandOff } from "../features/tickets/open-ticket.tsx";

/** What other features add to a chat: the hand-off to a person, and ratings. */
export function chatSlots(organizationId: string): ChatSlots {
  return {
    handOff: (sessionId, variant) => (
      <HandOff organizationId={organizationId} sessionId={sessionId} variant={variant} />
    ),
    rating: (sessionId, messageId) => <AnswerRating sessionId={sessionId} messageId={messageId} />,
  };
}
