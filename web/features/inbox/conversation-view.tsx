import { MessagesSquare } from "lucide-react";
import { useEffect, useRef } from "react";
import { useMay, useUser } from "../../current-organization.tsx";
import { hasStatus } from "../../request.ts";
import { ShowEarlier, problemOf, QueryState, EmptyState } from "../../ui/query-list.tsx";
import { MessageLog } from "../../ui/message-log.tsx";
import { useConversation, useConversationMessages, customerOf, useRelease, useTakeOver } from "./api.ts";
import { useInboxPath } from "./inbox-path.ts";
import { Message } from "./message.tsx";
import { ReplyForm } from "./reply-form.tsx";
import type { Conversation } from "../../../contract/inbox.ts";
import { personName } from "../../format/person-name.ts";
import { ticketPath } from "../../paths.ts";
import { BackLink, TextLink } from "../../ui/links.tsx";
import { Badge, channelBadges } from "../../ui/badge.tsx";
import { MutationButton } from "../../ui/button.tsx";
import { ConfirmedButton } from "../../ui/dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { PersonalData } from "../personal-data/personal-data.tsx";

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

function BackToList() {
  return <BackLink href={useInboxPath()(null)} label="All conversations" className="lg:hidden" />;
}

function ConversationHeader({ conversation }: { conversation: Conversation }) {
  const { channel, type, customerPhone, ticket } = conversation;
  const mayAnswer = useMay("answer conversations");
  const heading = useRef<HTMLHeadingElement>(null);
  const customer = customerOf(conversation);
  useEffect(() => {
    // On phones the list that had the focus is no longer shown, so move the focus here.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="grid gap-2 border-b border-line px-4 py-3 sm:px-6">
      <BackToList />
      <div className="flex items-center gap-2">
        <h2
          ref={heading}
          tabIndex={-1}
          className="line-clamp-2 min-w-0 flex-1 text-lg font-semibold wrap-anywhere outline-none"
        >
          {customer}
        </h2>
        {mayAnswer && <Actions conversation={conversation} />}
        <PersonalData subject="conversation" id={conversation.id} />
      </div>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-soft">
        <Badge {...channelBadges[channel]} />
        {type === "internal" && <Badge tone="outline" label="Internal" />}
        {customerPhone && customerPhone !== customer && <span>{customerPhone}</span>}
        {ticket && <TextLink href={ticketPath(ticket.id)}>{ticket.ticketNumber}</TextLink>}
        <ConversationStatus conversation={conversation} />
      </p>
    </div>
  );
}

function ConversationStatus({ conversation }: { conversation: Conversation }) {
  const userId = useUser().id;
  const { owner, takenOverAt, personRequestedAt } = conversation;
  if (owner) {
    return (
      <span>
        {owner.id === userId ? "Assigned to you" : `Assigned to ${personName(owner)}`}{" "}
        {takenOverAt && <RelativeTime iso={takenOverAt} />}
      </span>
    );
  }
  if (!personRequestedAt) return <span>Answered by the assistant</span>;
  return (
    <span className="font-semibold text-clay-ink">
      Asked for a person <RelativeTime iso={personRequestedAt} />
    </span>
  );
}

function Actions({ conversation: { id, owner } }: { conversation: Conversation }) {
  const userId = useUser().id;
  const takeOver = useTakeOver(id);
  const release = useRelease(id);
  if (owner === null)
    return <MutationButton variant="primary" size="small" mutation={takeOver} input={{}} label="Take over" />;
  if (owner.id === userId)
    return <MutationButton size="small" mutation={release} input={{}} label="Return to assistant" />;
  const name = personName(owner);
  return (
    <ConfirmedButton
      size="small"
      title={`Take over this conversation from ${name}?`}
      description={`${name} will no longer be able to reply.`}
      confirmLabel="Take over"
      pending={takeOver.isPending}
      onConfirm={(options) => takeOver.mutate({ from: owner.id }, options)}
    />
  );
}
