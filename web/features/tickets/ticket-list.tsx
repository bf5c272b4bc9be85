import { SearchX, Ticket as TicketIcon } from "lucide-react";
import { useState } from "react";
import type { Ticket } from "../../../contract/tickets.ts";
import { useAfterTyping } from "../../ui/after-typing.ts";
import { Card, CardHeader } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Input, Select } from "../../ui/field.tsx";
import { ReadFailed } from "../../ui/read-failed.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type TicketFilter, useTickets, useUpdateTicketStatus } from "./api.ts";
import { TicketRow } from "./ticket-row.tsx";
import { optionsOf, priorityLooks, statusLooks } from "./ticket-words.ts";

const everything: TicketFilter = { search: "", status: "", priority: "" };

interface TicketListProps {
  organizationId: string;
  /** Whether this person may work on tickets. */
  editable: boolean;
}

export function TicketList({ organizationId, editable }: TicketListProps) {
  const [filter, setFilter] = useState(everything);
  const search = useAfterTyping(filter.search.trim());
  const list = useTickets(organizationId, { ...filter, search });
  const tickets = list.data?.pages.flatMap((page) => page.rows);
  const isFiltered = search !== "" || filter.status !== "" || filter.priority !== "";
  return (
    <Card className="overflow-hidden">
      <CardHeader title="All Tickets" actions={<Filters filter={filter} onChange={setFilter} />} />
      <div className="mt-4 border-t border-line" aria-busy={list.isPending || list.isPlaceholderData}>
        {list.isPending && <Skeleton className="m-5 h-24" />}
        {list.isError && <ReadFailed what="tickets" error={list.error} onRetry={() => void list.refetch()} />}
        {tickets?.length === 0 && <NoTickets isFiltered={isFiltered} />}
        {tickets && tickets.length > 0 && (
          <Rows organizationId={organizationId} tickets={tickets} editable={editable} />
        )}
        {list.hasNextPage && (
          <ShowMore pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} />
        )}
      </div>
    </Card>
  );
}

interface FiltersProps {
  filter: TicketFilter;
  onChange: (filter: TicketFilter) => void;
}

function Filters({ filter, onChange }: FiltersProps) {
  return (
    <div className="grid w-full grid-cols-2 gap-2.5 md:flex md:w-auto">
      <Input
        type="search"
        aria-label="Search tickets"
        placeholder="Search tickets..."
        maxLength={200}
        value={filter.search}
        onChange={(event) => onChange({ ...filter, search: event.target.value })}
        className="col-span-2 md:w-64"
      />
      <Select
        aria-label="Show tickets of status"
        value={filter.status}
        onChange={(event) => onChange({ ...filter, status: event.target.value as TicketFilter["status"] })}
      >
        <option value="">Every status</option>
        <Options looks={statusLooks} />
      </Select>
      <Select
        aria-label="Show tickets of priority"
        value={filter.priority}
        onChange={(event) =>
          onChange({ ...filter, priority: event.target.value as TicketFilter["priority"] })
        }
      >
        <option value="">Every priority</option>
        <Options looks={priorityLooks} />
      </Select>
    </div>
  );
}

function Options({ looks }: { looks: Parameters<typeof optionsOf>[0] }) {
  return optionsOf(looks).map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

interface RowsProps extends TicketListProps {
  tickets: Ticket[];
}

function Rows({ organizationId, tickets, editable }: RowsProps) {
  const update = useUpdateTicketStatus(organizationId);
  return (
    <ul className="divide-y divide-line">
      {tickets.map((ticket) => (
        <TicketRow
          key={ticket.id}
          ticket={ticket}
          editable={editable}
          updating={update.isPending && update.variables.ticketId === ticket.id}
          onStatus={(status) => update.mutate({ ticketId: ticket.id, status })}
        />
      ))}
    </ul>
  );
}

function NoTickets({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon={SearchX} title="No tickets found" description="Try fewer or other filters." />
  ) : (
    <EmptyState
      icon={TicketIcon}
      title="No Tickets Yet"
      description="Tickets appear here when a question needs a person."
    />
  );
}
