import { SearchX, Ticket as TicketIcon } from "lucide-react";
import { useState } from "react";
import type { Ticket, TicketPerson } from "../../../contract/tickets.ts";
import { useDebounced } from "../../ui/use-debounced.ts";
import { Card, CardHeader } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ReadFailed } from "../../ui/read-failed.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type TicketFilter, useTickets, useUpdateTicketStatus } from "./api.ts";
import { ExportTickets } from "./export-tickets.tsx";
import { TicketFilters } from "./ticket-filters.tsx";
import { TicketRow } from "./ticket-row.tsx";

const noFilter: TicketFilter = { search: "", status: "", priority: "", category: "", assignedTo: "" };

interface TicketListProps {
  organizationId: string;
  /** Whether this person may work on tickets. */
  editable: boolean;
  /** Whom tickets can be assigned to. */
  members: TicketPerson[];
}

export function TicketList({ organizationId, editable, members }: TicketListProps) {
  const [filter, setFilter] = useState(noFilter);
  const search = useDebounced(filter.search.trim());
  const list = useTickets(organizationId, { ...filter, search });
  const tickets = list.data?.pages.flatMap((page) => page.rows);
  const isFiltered = Object.values({ ...filter, search }).some((value) => value !== "");
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title="All Tickets"
        actions={
          <>
            <ExportTickets organizationId={organizationId} filter={{ ...filter, search }} />
            <TicketFilters filter={filter} members={members} onChange={setFilter} />
          </>
        }
      />
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

interface RowsProps extends Omit<TicketListProps, "members"> {
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
    <EmptyState icon={SearchX} title="No tickets found" description="Try different filters." />
  ) : (
    <EmptyState
      icon={TicketIcon}
      title="No Tickets Yet"
      description="Tickets appear here when a question needs your team."
    />
  );
}
