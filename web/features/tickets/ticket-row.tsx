import { Link } from "wouter";
import type { Ticket, TicketStatus } from "../../../contract/tickets.ts";
import { formatDate } from "../../format/date.ts";
import { ticketPath } from "../../paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { ChoiceSelect } from "../../ui/choice-select.tsx";
import { categoryLabels, optionsOf, personName, priorityBadges, statusBadges } from "./ticket-labels.ts";

interface TicketRowProps {
  ticket: Ticket;
  editable: boolean;
  updating: boolean;
  onStatus: (status: TicketStatus) => void;
}

export function TicketRow({ ticket, editable, updating, onStatus }: TicketRowProps) {
  const { ticketNumber, title, description, category } = ticket;
  const status = statusBadges[ticket.status];
  const priority = priorityBadges[ticket.priority];
  return (
    <li className="px-5 py-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-center gap-2">
          <span className="mr-1 font-mono text-sm font-semibold">{ticketNumber}</span>
          <Badge tone={status.tone}>{status.label}</Badge>
          <Badge tone={priority.tone}>{priority.label}</Badge>
          {category && <Badge tone="outline">{categoryLabels[category]}</Badge>}
        </div>
        <div className="w-40">
          <ChoiceSelect
            aria-label={`Status of ${ticketNumber}`}
            value={ticket.status}
            disabled={!editable || updating}
            onChoose={(value) => onStatus(value as TicketStatus)}
          >
            {optionsOf(statusBadges).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </ChoiceSelect>
        </div>
      </div>
      <h3 className="mt-2 font-sans font-semibold wrap-anywhere">
        <Link
          href={ticketPath(ticket.id)}
          className="rounded-sm hover:text-accent-text hover:underline hover:underline-offset-4"
        >
          {title}
        </Link>
      </h3>
      {description && (
        <p className="mt-1 line-clamp-3 max-w-4xl text-sm wrap-anywhere whitespace-pre-line text-ink-soft">
          {description}
        </p>
      )}
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-ink-soft">
        {ticket.customerName && <span className="wrap-anywhere">{ticket.customerName}</span>}
        {ticket.customerEmail && <span className="break-all">{ticket.customerEmail}</span>}
        {ticket.customerPhone && <span>{ticket.customerPhone}</span>}
        {ticket.assignee && <span>Assigned to {personName(ticket.assignee)}</span>}
        <time dateTime={ticket.createdAt}>Created {formatDate(ticket.createdAt)}</time>
      </p>
    </li>
  );
}
