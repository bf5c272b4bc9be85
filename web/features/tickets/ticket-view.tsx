import { CircleQuestionMark } from "lucide-react";
import type { ReactNode } from "react";
import type { TicketDetail, TicketPerson } from "../../../contract/tickets.ts";
import { RequestError } from "../../request.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ReadFailed } from "../../ui/read-failed.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type TicketOf, useTicket } from "./api.ts";
import { TicketComposer } from "./ticket-composer.tsx";
import { TicketDraftCard, type DraftParts } from "./ticket-draft.tsx";
import { TicketProperties } from "./ticket-properties.tsx";
import { TicketThread } from "./ticket-thread.tsx";
import { categoryLabels, priorityBadges, statusBadges } from "./ticket-labels.ts";

interface TicketViewProps extends TicketOf {
  /** Whether this person may work on tickets. */
  editable: boolean;
  /** Whom it can be assigned to. */
  members: TicketPerson[];
  draft: DraftParts;
  /** Leads back to all tickets. */
  back: ReactNode;
  /** Leads to the conversation that the ticket came from. */
  conversationLink: (sessionId: string) => ReactNode;
  /** Asks the customer for a rating, once the ticket is resolved. */
  ratingRequest: ReactNode;
}

/** One ticket: what was said, what the assistant would reply, and who works on it. */
export function TicketView(props: TicketViewProps) {
  const { organizationId, ticketId, back } = props;
  const ticket = useTicket(organizationId, ticketId);
  if (ticket.data) return <Ticket {...props} ticket={ticket.data} />;
  const isGone = ticket.error instanceof RequestError && [400, 404].includes(ticket.error.status);
  return (
    <>
      {back}
      <Card>
        {isGone && (
          <EmptyState
            icon={CircleQuestionMark}
            title="Ticket not found"
            description="It may belong to another organization. Switch organization or go back to all tickets."
          />
        )}
        {ticket.error && !isGone && (
          <ReadFailed what="this ticket" error={ticket.error} onRetry={() => void ticket.refetch()} />
        )}
        {ticket.isPending && <Skeleton className="m-5 h-40" />}
      </Card>
    </>
  );
}

function Ticket({ ticket, ...props }: TicketViewProps & { ticket: TicketDetail }) {
  const { organizationId, ticketId, editable, draft, back } = props;
  const { status, priority, category } = ticket;
  const key = { organizationId, ticketId };
  return (
    <>
      <div className="grid gap-3">
        {back}
        <PageHeader title={`${ticket.ticketNumber}: ${ticket.title}`} />
        <div className="flex flex-wrap gap-2">
          <Badge tone={statusBadges[status].tone}>{statusBadges[status].label}</Badge>
          <Badge tone={priorityBadges[priority].tone}>{priorityBadges[priority].label}</Badge>
          {category && <Badge tone="outline">{categoryLabels[category]}</Badge>}
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Card aria-label="Thread" className="overflow-hidden">
            <TicketThread {...key} ticket={ticket} text={draft.text} />
            {editable && <TicketComposer {...key} />}
          </Card>
          <TicketDraftCard {...key} draft={ticket.draft} editable={editable} parts={draft} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <TicketProperties {...props} ticket={ticket} />
          {(status === "resolved" || status === "closed") && editable && props.ratingRequest}
        </div>
      </div>
    </>
  );
}
