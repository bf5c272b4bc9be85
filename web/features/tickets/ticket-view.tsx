import { CircleQuestionMark } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "../../../contract/screens.ts";
import type { TicketDetail } from "../../../contract/tickets.ts";
import { useMay } from "../../current-organization.tsx";
import { useMembers } from "../../organization-api.ts";
import { formatDateTime } from "../../format/date.ts";
import { conversationPath } from "../../paths.ts";
import { hasStatus } from "../../request.ts";
import { filteredPath } from "../../ui/filter-in-url.ts";
import { BackLink, TextLink } from "../../ui/links.tsx";
import { optionsOf } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { ChoiceField } from "../../ui/choice-select.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { QueryState, EmptyState } from "../../ui/query-list.tsx";
import { PersonalData } from "../personal-data/personal-data.tsx";
import { RatingRequest } from "../feedback/rating-request.tsx";
import { useTicket, useUpdateTicket, useUpdateTicketStatus } from "./api.ts";
import { TicketDraftCard } from "./ticket-draft.tsx";
import { TicketComposer, TicketThread } from "./ticket-thread.tsx";
import { categoryBadges, optionOf, priorityBadges, statusBadges, TicketBadges } from "./ticket-badges.tsx";

export function TicketView({ ticketId }: { ticketId: string }) {
  const ticket = useTicket(ticketId);
  if (ticket.data) return <Ticket ticket={ticket.data} />;
  return (
    <>
      <BackToList />
      <Card>
        {hasStatus(ticket.error, 400, 404) ? (
          <EmptyState
            icon={CircleQuestionMark}
            title="Ticket not found"
            description="It was deleted, or it belongs to another organization. Switch organizations or go back to all tickets."
          />
        ) : (
          <QueryState query={ticket} what="this ticket" skeleton="m-5 h-40" />
        )}
      </Card>
    </>
  );
}

const BackToList = () => <BackLink href={filteredPath(paths.tickets)} label="All tickets" />;

function Ticket({ ticket }: { ticket: TicketDetail }) {
  const mayEdit = useMay("work on tickets");
  const { id, ticketNumber, title, status } = ticket;
  return (
    <>
      <div className="grid gap-3">
        <BackToList />
        <PageHeader title={`${ticketNumber}: ${title}`} />
        <div className="flex flex-wrap gap-2">
          <TicketBadges ticket={ticket} />
        </div>
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-5">
          <Card
            aria-label="Thread"
            className="flex max-h-[max(28rem,calc(100dvh-6.875rem))] flex-col overflow-hidden"
          >
            <TicketThread ticket={ticket} />
            {mayEdit && <TicketComposer key={id} ticket={ticket} />}
          </Card>
          <TicketDraftCard ticket={ticket} />
        </div>
        <div className="grid gap-5">
          <Card title="Details" inner="grid gap-4" actions={<PersonalData subject="ticket" id={id} />}>
            <Properties ticket={ticket} />
            <Facts ticket={ticket} />
          </Card>
          {(status === "resolved" || status === "closed") && mayEdit && <RatingRequest ticketId={id} />}
        </div>
      </div>
    </>
  );
}

function Properties({ ticket }: { ticket: TicketDetail }) {
  const { id: ticketId, status, priority, category, assignedTo, assignee } = ticket;
  const mayEdit = useMay("work on tickets");
  const members = useMembers().data ?? [];
  const update = useUpdateTicket(ticketId);
  const updateStatus = useUpdateTicketStatus();
  const disabled = !mayEdit || update.isPending || updateStatus.isPending;
  // The menu can also show an assignee who is no longer a member.
  const isFormer = assignee !== null && !members.some(({ id }) => id === assignee.id);
  const people = (isFormer ? [...members, assignee] : members).map(optionOf);
  return (
    <>
      <ChoiceField
        label="Status"
        value={status}
        options={optionsOf(statusBadges)}
        disabled={disabled}
        onChoose={(value) => updateStatus.mutate({ ticketId, status: value as TicketDetail["status"] })}
      />
      <ChoiceField
        label="Assignee"
        value={assignedTo ?? ""}
        options={[{ value: "", label: "Unassigned" }, ...people]}
        disabled={disabled}
        onChoose={(value) => update.mutate({ assignedTo: value || null })}
      />
      <ChoiceField
        label="Priority"
        value={priority}
        options={optionsOf(priorityBadges)}
        disabled={disabled}
        onChoose={(value) => update.mutate({ priority: value as TicketDetail["priority"] })}
      />
      <ChoiceField
        label="Category"
        value={category ?? ""}
        options={[{ value: "", label: "None" }, ...optionsOf(categoryBadges)]}
        disabled={disabled}
        onChoose={(value) => update.mutate({ category: (value || null) as TicketDetail["category"] })}
      />
    </>
  );
}

function Facts({ ticket }: { ticket: TicketDetail }) {
  const { customerName, customerEmail, customerPhone, sessionId, channel, createdAt } = ticket;
  return (
    <dl className="grid gap-2.5 border-t border-line pt-4 text-sm">
      <Fact term="Customer">{customerName}</Fact>
      <Fact term="Email">
        {customerEmail && (
          <a href={`mailto:${customerEmail}`} className="text-accent-text underline underline-offset-4">
            {customerEmail}
          </a>
        )}
      </Fact>
      <Fact term="Phone">{customerPhone}</Fact>
      <Fact term="Created">
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </Fact>
      <Fact term="Source">
        {channel === "chat"
          ? "Assistant chat"
          : sessionId && <TextLink href={conversationPath(sessionId)}>Open the conversation</TextLink>}
      </Fact>
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)] gap-2">
      <dt className="text-ink-soft">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
