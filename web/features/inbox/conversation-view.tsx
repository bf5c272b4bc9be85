import { MessagesSquare } from "lucide-react";
import type { ReactNode } from "react";
import type { Conversation } from "../../../contract/inbox.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ShowEarlier } from "../../ui/read-list.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { MessageLog } from "../../ui/message-log.tsx";
import { useConversation, useConversationMessages } from "./api.ts";
import { ConversationHeader, type TicketLink } from "./conversation-header.tsx";
import { Message, type AnswerParts } from "./message.tsx";
import { ReplyForm } from "./reply-form.tsx";

interface ConversationViewProps {
  userId: string;
  conversationId: string;
  /** Whether this person may take over and answer. */
  mayAnswer: boolean;
  answer: AnswerParts;
  /** A link back to the list, for phones. */
  back: ReactNode;
  ticketLink: TicketLink;
}

/** One conversation: who handles it, its messages, and the reply form. */
export function ConversationView(props: ConversationViewProps) {
  const { userId, conversationId, mayAnswer, answer, back } = props;
  const conversation = useConversation(conversationId);
  if (conversation.isError) {
    return (
      <>
        {back}
        <QueryState query={conversation} what="this conversation" />
      </>
    );
  }
  if (!conversation.data) return <Skeleton className="m-5 h-24" />;
  const shared = { userId, conversation: conversation.data };
  return (
    <>
      <ConversationHeader {...shared} mayAnswer={mayAnswer} back={back} ticketLink={props.ticketLink} />
      <Thread conversation={conversation.data} answer={answer} />
      {mayAnswer && <ReplyForm {...shared} />}
    </>
  );
}

interface ThreadProps {
  conversation: Conversation;
  answer: AnswerParts;
}

function Thread({ conversation, answer }: ThreadProps) {
  const list = useConversationMessages(conversation.id);
  const messages = list.data?.pages.toReversed().flatMap((page) => page.rows) ?? [];
  return (
    <MessageLog label="Messages" newest={messages.at(-1)?.id}>
      <QueryState query={list} what="messages" skeleton="h-24" />
      {list.isSuccess && messages.length === 0 && (
        <EmptyState icon={MessagesSquare} title="No messages yet" />
      )}
      {list.hasNextPage && (
        <div className="mb-5 text-center">
          <ShowEarlier list={list} />
        </div>
      )}
      <ol className="grid gap-4">
        {messages.map((message) => (
          <Message key={message.id} message={message} answer={answer} />
        ))}
      </ol>
    </MessageLog>
  );
}
