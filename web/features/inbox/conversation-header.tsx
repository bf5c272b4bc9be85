import { type ReactNode, useEffect, useRef } from "react";
import type { Conversation } from "../../../contract/inbox.ts";
import { personName } from "../../format/person-name.ts";
import { Badge, channelBadges, LabelBadge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmedButton } from "../../ui/confirmed-button.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useGiveBack, useTakeOver } from "./api.ts";
import { customerOf } from "./labels.ts";

interface ConversationHeaderProps {
  userId: string;
  conversation: Conversation;
  mayAnswer: boolean;
  back: ReactNode;
  ticketLink: TicketLink;
}

/** A link to a ticket that was opened from the conversation. */
export type TicketLink = (ticket: NonNullable<Conversation["ticket"]>) => ReactNode;

/** Customer and status of a conversation, with buttons to take it over and return it. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const { conversation, userId, mayAnswer, back } = props;
  const { channel, type, customerPhone, ticket } = conversation;
  const heading = useRef<HTMLHeadingElement>(null);
  const customer = customerOf(conversation);
  useEffect(() => {
    // On phones the list, which had the focus, is no longer shown.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="grid gap-2 border-b border-line px-4 py-3 sm:px-6">
      {back}
      <div className="flex items-center justify-between gap-4">
        <h2
          ref={heading}
          tabIndex={-1}
          className="line-clamp-2 text-lg font-semibold wrap-anywhere outline-none"
        >
          {customer}
        </h2>
        {mayAnswer && <Actions {...props} />}
      </div>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-soft">
        <LabelBadge {...channelBadges[channel]} />
        {type === "internal" && <Badge tone="outline">Internal</Badge>}
        {customerPhone && customerPhone !== customer && <span>{customerPhone}</span>}
        {ticket && props.ticketLink(ticket)}
        <Standing conversation={conversation} userId={userId} />
      </p>
    </div>
  );
}

function Standing({ conversation, userId }: Pick<ConversationHeaderProps, "conversation" | "userId">) {
  const { owner, takenOverAt, personRequestedAt } = conversation;
  if (owner) {
    return (
      <span>
        {owner.id === userId ? "Assigned to you" : `Assigned to ${personName(owner)}`}
        {takenOverAt && (
          <>
            {" "}
            <RelativeTime iso={takenOverAt} />
          </>
        )}
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

function Actions({ userId, conversation }: ConversationHeaderProps) {
  const { id, owner } = conversation;
  const takeOver = useTakeOver(id);
  const giveBack = useGiveBack(id);
  if (owner === null) {
    return (
      <Button
        variant="primary"
        size="small"
        pending={takeOver.isPending}
        onClick={() => takeOver.mutate(undefined)}
      >
        Take over
      </Button>
    );
  }
  if (owner.id === userId) {
    return (
      <Button size="small" pending={giveBack.isPending} onClick={() => giveBack.mutate(undefined)}>
        Return to assistant
      </Button>
    );
  }
  const name = personName(owner);
  return (
    <ConfirmedButton
      size="small"
      title={`Take this conversation from ${name}?`}
      description={`${name} will no longer be able to reply.`}
      confirmLabel="Take over"
      pending={takeOver.isPending}
      onConfirm={(options) => takeOver.mutate(owner.id, options)}
    />
  );
}
