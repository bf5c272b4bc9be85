import { clsx } from "clsx";
import { MessagesSquare } from "lucide-react";
import { useSearchParams } from "wouter";
import { ConversationList } from "../features/inbox/conversation-list.tsx";
import { ConversationView } from "../features/inbox/conversation-view.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/query-list.tsx";
import { filledScreen, PageHeader } from "../ui/page-header.tsx";

const uuid = /^[0-9a-f-]{36}$/;

/** The list and the open conversation, side by side or, on phones, one at a time. */
export function InboxScreen() {
  const [search] = useSearchParams();
  const named = search.get("conversation") ?? "";
  const openId = uuid.test(named) ? named : null;
  const cardStyle = "flex min-h-0 flex-col overflow-hidden";
  return (
    <div className={filledScreen}>
      <div className={clsx(openId !== null && "max-lg:sr-only")}>
        <PageHeader title="Inbox" subtitle="Customer conversations from WhatsApp and the webhook" />
      </div>
      <div className="grid min-h-0 flex-1 gap-5 lg:grid-cols-[23rem_minmax(0,1fr)]">
        <Card aria-label="Conversations" className={clsx(cardStyle, openId !== null && "max-lg:hidden")}>
          <ConversationList openId={openId} />
        </Card>
        <Card aria-label="Conversation" className={clsx(cardStyle, openId === null && "max-lg:hidden")}>
          {openId === null ? (
            <div className="grid flex-1 place-items-center">
              <EmptyState
                icon={MessagesSquare}
                title="Select a conversation"
                description="Read it here, and take over when a customer needs a person."
              />
            </div>
          ) : (
            <ConversationView key={openId} conversationId={openId} />
          )}
        </Card>
      </div>
    </div>
  );
}
