import { CircleCheck, CircleDot, Clock3, Ticket as TicketIcon } from "lucide-react";
import { Link } from "wouter";
import type { Ticket, TicketStatus } from "../../../contract/tickets.ts";
import { useMay } from "../../current-organization.tsx";
import { useMembers } from "../../organization-api.ts";
import { formatDate } from "../../format/date.ts";
import { personName } from "../../format/person-name.ts";
import { ticketPath } from "../../paths.ts";
import { optionsOf } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { ChoiceSelect } from "../../ui/choice-select.tsx";
import { type Columns, ExportButton } from "../../ui/export-button.tsx";
import { FilterSelects, SearchInput } from "../../ui/field.tsx";
import { useFilterInUrl } from "../../ui/filter-in-url.ts";
import { QueryList, hasRows, EmptyState, NothingFound } from "../../ui/query-list.tsx";
import { StatCards } from "../../ui/stat-card.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { noFilter, type TicketFilter, useTickets, useTicketSummary, useUpdateTicketStatus } from "./api.ts";
import { categoryBadges, optionOf, priorityBadges, statusBadges, TicketBadges } from "./ticket-badges.tsx";

const figures = [
  { count: "open", title: "Open", icon: CircleDot, tint: "sky" },
  { count: "in_progress", title: "In Progress", icon: Clock3, tint: "ochre" },
  { count: "resolved", title: "Resolved", icon: CircleCheck, tint: "fynbos" },
  { count: "total", title: "Total", icon: TicketIcon, tint: "clay" },
] as const;

export function TicketFigures() {
  const { data } = useTicketSummary();
  return (
    <StatCards
      className="max-sm:flex max-sm:flex-wrap max-sm:*:flex-auto sm:grid-cols-2 xl:grid-cols-4"
      stats={figures.map(({ count, ...card }) => ({ ...card, value: data?.[count] ?? "–" }))}
    />
  );
}

export function TicketList() {
  const [filter, setFilter] = useFilterInUrl(noFilter);
  const sent = { ...filter, search: useDebounced(filter.search.trim()) };
  const list = useTickets(sent);
  const isFiltered = Object.values(sent).some((value) => value !== "");
  return (
    <Card
      className="overflow-hidden"
      title="All Tickets"
      actions={
        <>
          {hasRows(list) && <ExportButton what="tickets" columns={exportColumns} filter={sent} />}
          <Filters filter={filter} onChange={setFilter} />
        </>
      }
    >
      <QueryList list={list} what="tickets" empty={isFiltered ? <NothingFound what="tickets" /> : noTickets}>
        {(ticket) => <Row key={ticket.id} ticket={ticket} />}
      </QueryList>
    </Card>
  );
}

const exportColumns: Columns<Ticket> = {
  Number: ({ ticketNumber }) => ticketNumber,
  Title: ({ title }) => title,
  Description: ({ description }) => description,
  Status: ({ status }) => statusBadges[status].label,
  Priority: ({ priority }) => priorityBadges[priority].label,
  Category: ({ category }) => category && categoryBadges[category].label,
  "Customer name": ({ customerName }) => customerName,
  "Customer email": ({ customerEmail }) => customerEmail,
  "Customer phone": ({ customerPhone }) => customerPhone,
  "Assigned to": ({ assignee }) => assignee && personName(assignee),
  Created: ({ createdAt }) => createdAt,
};

const all = (what: string) => ({ value: "", label: `All ${what}` });
const unassigned = { value: "unassigned", label: "Unassigned" };

function Filters({ filter, onChange }: { filter: TicketFilter; onChange: (filter: TicketFilter) => void }) {
  const members = (useMembers().data ?? []).map(optionOf);
  const choices = [
    { name: "status", what: "status", options: [all("statuses"), ...optionsOf(statusBadges)] },
    { name: "priority", what: "priority", options: [all("priorities"), ...optionsOf(priorityBadges)] },
    { name: "category", what: "category", options: [all("categories"), ...optionsOf(categoryBadges)] },
    { name: "assignedTo", what: "assignee", options: [all("assignees"), unassigned, ...members] },
  ] as const;
  return (
    <div className="grid w-full gap-2.5 md:grid-cols-4 xl:grid-cols-[minmax(12rem,1fr)_repeat(4,minmax(0,10.5rem))]">
      <SearchInput
        label="Search tickets"
        placeholder="Search tickets…"
        value={filter.search}
        onText={(search) => onChange({ ...filter, search })}
        className="md:max-xl:col-span-4"
      />
      <div className="-m-1 fade-edge flex gap-2 overflow-x-auto p-1 md:contents">
        <FilterSelects
          filter={filter}
          onChange={onChange}
          className="max-md:w-auto max-md:shrink-0"
          choices={choices}
        />
      </div>
    </div>
  );
}

function Row({ ticket }: { ticket: Ticket }) {
  const { ticketNumber, title, description } = ticket;
  return (
    <li className="px-5 py-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-center gap-2">
          <span className="mr-1 font-mono text-sm font-semibold">{ticketNumber}</span>
          <TicketBadges ticket={ticket} />
        </div>
        <StatusChoice ticket={ticket} />
      </div>
      <h3 className="mt-2 line-clamp-3 font-sans font-semibold wrap-anywhere">
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

function StatusChoice({ ticket: { id, ticketNumber, status } }: { ticket: Ticket }) {
  const update = useUpdateTicketStatus();
  const mayEdit = useMay("work on tickets");
  return (
    <div className="w-40">
      <ChoiceSelect
        aria-label={`Status of ${ticketNumber}`}
        value={status}
        disabled={!mayEdit || update.isPending}
        onChoose={(value) => update.mutate({ ticketId: id, status: value as TicketStatus })}
        options={optionsOf(statusBadges)}
      />
    </div>
  );
}

const noTickets = (
  <EmptyState
    icon={TicketIcon}
    title="No Tickets Yet"
    description="Tickets appear here when a question needs your team."
  />
);
