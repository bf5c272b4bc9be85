import { MessagesSquare } from "lucide-react";
import { useMay } from "../../current-organization.tsx";
import { hasStatus } from "../../request.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ShowEarlier } from "../../ui/query-list.tsx";
import { problemOf, QueryState } from "../../ui/query-state.tsx";
import { MessageLog } from "../../ui/message-log.tsx";
import { useConversation, useConversationMessages } from "./api.ts";
import { BackToList, ConversationHeader } from "./conversation-header.tsx";
import { Message } from "./message.tsx";
import { ReplyForm } from "./reply-form.tsx";

/** One conversation: who handles it, its messages, and the reply form. */
export function ConversationView({ conversationId }: { conversationId: string }) {
  const mayAnswer = useMay("answer conversations");
  const conversation = useConversation(conversationId);
  const problem = problemOf(conversation);
  if (problem || !conversation.data) {
    return (
      <>
        {problem && <BackToList />}
        {hasStatus(conversation.error, 404) ? (
          <EmptyState
            icon={MessagesSquare}
            title="Conversation not found"
            description="It was deleted, or it belongs to another organization."
          />
        ) : (
          <QueryState query={conversation} what="this conversation" skeleton="m-5 h-24" />
        )}
      </>
    );
  }
  return (
    <>
      <ConversationHeader conversation={conversation.data} />
      <Thread conversationId={conversationId} />
      {mayAnswer && <ReplyForm conversation={conversation.data} />}
    </>
  );
}

function Thread({ conversationId }: { conversationId: string }) {
  const list = useConversationMessages(conversationId);
  const messages = list.data?.pages.toReversed().flatMap((page) => page.rows) ?? [];
  return (
    <MessageLog label="Messages" newest={messages.at(-1)?.id}>
      <QueryState query={list} what="messages" skeleton="h-24" />
      {list.data && messages.length === 0 && <EmptyState icon={MessagesSquare} title="No messages yet" />}
      {list.hasNextPage && (
        <div className="mb-5 text-center">
          <ShowEarlier list={list} />
        </div>
      )}
      <ol className="grid gap-4">
        {messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
    </MessageLog>
  );
}
