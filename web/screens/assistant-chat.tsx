import type { ComponentProps } from "react";
import { ChatPanel, type ChatSlots } from "../features/conversations/chat-panel.tsx";
import { AnswerRating } from "../features/feedback/answer-rating.tsx";
import { HandOff } from "../features/tickets/open-ticket.tsx";

/** Adds the hand-off to a person, and ratings, to a chat. */
const slots: ChatSlots = {
  handOff: (sessionId, variant) => <HandOff sessionId={sessionId} variant={variant} />,
  rating: (sessionId, messageId) => <AnswerRating sessionId={sessionId} messageId={messageId} />,
};

export function AssistantChat(props: Omit<ComponentProps<typeof ChatPanel>, "slots">) {
  return <ChatPanel {...props} slots={slots} />;
}
