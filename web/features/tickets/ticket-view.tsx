import { CircleQuestionMark } from "lucide-react";
import type { ReactNode } from "react";
import type { Person } from "../../../contract/common.ts";
import type { TicketDetail, TicketUpdate } from "../../../contract/tickets.ts";
import { useMay } from "../../current-organization.tsx";
import { personName } from "../../format/person-name.ts";
import { RequestError } from "../../request.ts";
import { Badge, LabelBadge, optionsOf } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { ChoiceSelect } from "../../ui/choice-select.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Field, type Option } from "../../ui/field.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { useTicket, useUpdateTicket, useUpdateTicketStatus } from "./api.ts";
import { TicketDraftCard, type DraftParts } from "./ticket-draft.tsx";
import { TicketComposer, TicketThread } from "./ticket-thread.tsx";
import {
  categoryLabels,
  categoryOptions,
  formatMoment,
  priorityBadges,
  statusBadges,
} from "./ticket-labels.ts";

interface TicketViewProps {
  ticketId: string;
  /** Whom it can be assigned to. */
  members: Person[];
  draft: DraftParts;
  back: ReactNode;
  /** A link to the conversation that the ticket came from. */
  conversationLink: (sessionId: string) => ReactNode;
  /** Shown once the ticket is resolved. */
  ratingRequest: ReactNode;
}

/** One ticket: its thread, the assistant's draft, and its properties. */
export function TicketView(props: TicketViewProps) {
  const { ticketId, back } = props;
  const ticket = useTicket(ticketId);
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
        {!isGone && <QueryState query={ticket} what="this ticket" skeleton="m-5 h-40" />}
      </Card>
    </>
  );
}

function Ticket({ ticket, ...props }: TicketViewProps & { ticket: TicketDetail }) {
  const { ticketId, draft, back } = props;
  const editable = useMay("work on tickets");
  const { status, priority, category } = ticket;
  return (
    <>
      <div className="grid gap-3">
        {back}
        <PageHeader title={`${ticket.ticketNumber}: ${ticket.title}`} />
        <div className="flex flex-wrap gap-2">
          <LabelBadge {...statusBadges[status]} />
          <LabelBadge {...priorityBadges[priority]} />
          {category && <Badge tone="outline">{categoryLabels[category]}</Badge>}
        </div>
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-5">
          <Card aria-label="Thread" className="overflow-hidden">
            <TicketThread ticket={ticket} text={draft.text} />
            {editable && <TicketComposer ticketId={ticketId} />}
          </Card>
          <TicketDraftCard ticketId={ticketId} draft={ticket.draft} parts={draft} />
        </div>
        <div className="grid gap-5">
          <TicketProperties {...props} ticket={ticket} />
          {(status === "resolved" || status === "closed") && editable && props.ratingRequest}
        </div>
      </div>
    </>
  );
}

interface TicketPropertiesProps {
  ticket: TicketDetail;
  members: Person[];
  conversationLink: (sessionId: string) => ReactNode;
}

/** Status, assignee and other properties of a ticket, and its customer. */
function TicketProperties({ ticket, members, conversationLink }: TicketPropertiesProps) {
  const editable = useMay("work on tickets");
  const ticketId = ticket.id;
  const update = useUpdateTicket(ticketId);
  const updateStatus = useUpdateTicketStatus();
  const disabled = !editable || update.isPending || updateStatus.isPending;
  const people = withAssignee(members, ticket.assignee).map((person) => ({
    value: person.id,
    label: personName(person),
  }));
  const unassigned = { value: "", label: "Unassigned" };
  const none = { value: "", label: "None" };
  return (
    <Card title="Details">
      <div className="grid gap-4 p-5 sm:p-6">
        <Choice
          label="Status"
          value={ticket.status}
          options={optionsOf(statusBadges)}
          disabled={disabled}
          onChoose={(value) => updateStatus.mutate({ ticketId, status: value as TicketDetail["status"] })}
        />
        <Choice
          label="Assignee"
          value={ticket.assignedTo ?? ""}
          options={[unassigned, ...people]}
          disabled={disabled}
          onChoose={(value) => update.mutate({ assignedTo: value || null })}
        />
        <Choice
          label="Priority"
          value={ticket.priority}
          options={optionsOf(priorityBadges)}
          disabled={disabled}
          onChoose={(value) => update.mutate({ priority: value as NonNullable<TicketUpdate["priority"]> })}
        />
        <Choice
          label="Category"
          value={ticket.category ?? ""}
          options={[none, ...categoryOptions]}
          disabled={disabled}
          onChoose={(value) => update.mutate({ category: (value || null) as TicketDetail["category"] })}
        />
        <Facts ticket={ticket} conversationLink={conversationLink} />
      </div>
    </Card>
  );
}

/** Somebody who has left the organization may still have the ticket. */
function withAssignee(members: Person[], assignee: Person | null): Person[] {
  return assignee === null || members.some(({ id }) => id === assignee.id) ? members : [...members, assignee];
}

interface ChoiceProps {
  label: string;
  value: string;
  options: Option[];
  disabled: boolean;
  onChoose: (value: string) => void;
}

function Choice({ label, ...choice }: ChoiceProps) {
  return <Field label={label}>{(ids) => <ChoiceSelect {...ids} {...choice} />}</Field>;
}

interface FactsProps {
  ticket: TicketDetail;
  conversationLink: (sessionId: string) => ReactNode;
}

function Facts({ ticket, conversationLink }: FactsProps) {
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
        <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
      </Fact>
      <Fact term="Source">
        {channel === "chat" ? "Assistant chat" : sessionId && conversationLink(sessionId)}
      </Fact>
    </dl>
  );
}

/** Nothing if the value is unknown. */
function Fact({ term, children }: { term: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)] gap-2">
      <dt className="text-ink-soft">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
