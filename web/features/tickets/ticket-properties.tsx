import type { ReactNode } from "react";
import type { TicketDetail, TicketPerson, TicketUpdate } from "../../../contract/tickets.ts";
import { Card, CardHeader } from "../../ui/card.tsx";
import { ChoiceSelect } from "../../ui/choice-select.tsx";
import { Field } from "../../ui/field.tsx";
import { type TicketOf, useUpdateTicket, useUpdateTicketStatus } from "./api.ts";
import {
  categoryLabels,
  formatMoment,
  optionsOf,
  personName,
  priorityBadges,
  statusBadges,
} from "./ticket-labels.ts";

interface TicketPropertiesProps extends TicketOf {
  ticket: TicketDetail;
  editable: boolean;
  members: TicketPerson[];
  conversationLink: (sessionId: string) => ReactNode;
}

/** Where a ticket stands, who works on it, and whose it is. */
export function TicketProperties({ ticket, members, conversationLink, ...props }: TicketPropertiesProps) {
  const { editable, organizationId, ticketId } = props;
  const update = useUpdateTicket({ organizationId, ticketId });
  const updateStatus = useUpdateTicketStatus(organizationId);
  const disabled = !editable || update.isPending || updateStatus.isPending;
  const people = withAssignee(members, ticket.assignee).map((person) => ({
    value: person.id,
    label: personName(person),
  }));
  const unassigned = { value: "", label: "Unassigned" };
  const none = { value: "", label: "None" };
  const categories = Object.entries(categoryLabels).map(([value, label]) => ({ value, label }));
  return (
    <Card>
      <CardHeader title="Details" />
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
          options={[none, ...categories]}
          disabled={disabled}
          onChoose={(value) => update.mutate({ category: (value || null) as TicketDetail["category"] })}
        />
        <Facts ticket={ticket} conversationLink={conversationLink} />
      </div>
    </Card>
  );
}

/** Somebody who has left the organization may still have the ticket. */
function withAssignee(members: TicketPerson[], assignee: TicketPerson | null): TicketPerson[] {
  return assignee === null || members.some(({ id }) => id === assignee.id) ? members : [...members, assignee];
}

interface ChoiceProps {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  disabled: boolean;
  onChoose: (value: string) => void;
}

function Choice({ label, value, options, disabled, onChoose }: ChoiceProps) {
  return (
    <Field label={label}>
      {(ids) => (
        <ChoiceSelect {...ids} value={value} disabled={disabled} onChoose={onChoose}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </ChoiceSelect>
      )}
    </Field>
  );
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

/** Nothing where it is not known. */
function Fact({ term, children }: { term: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)] gap-2">
      <dt className="text-ink-soft">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
