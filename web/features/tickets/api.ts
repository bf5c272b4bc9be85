import {
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type {
  Ticket,
  TicketCategory,
  TicketPriority,
  TicketStatus,
  TicketSummary,
} from "../../../contract/tickets.ts";
import { announceFailure } from "../../failure-toast.ts";
import { request, requestPage } from "../../request.ts";
import { toast } from "../../ui/toast-store.ts";

/** Empty: whatever it may be. */
export interface TicketFilter {
  search: string;
  status: TicketStatus | "";
  priority: TicketPriority | "";
}

/** What the form sends, empty fields included. */
export interface TicketFields {
  title: string;
  description: string;
  category: TicketCategory | "";
  priority: TicketPriority;
  customerName: string;
  customerEmail: string;
  customerPhone: string;
}

function ticketsPath(organizationId: string): string {
  return `/api/organizations/${organizationId}/tickets`;
}

function ticketsKey(organizationId: string): QueryKey {
  return ["/api/organizations", organizationId, "tickets"];
}

/** Tickets, newest first. The rows of the filter before stay while the next one is under way. */
export function useTickets(organizationId: string, filter: TicketFilter) {
  return useInfiniteQuery({
    queryKey: [...ticketsKey(organizationId), filter],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ""));
      if (pageParam !== null) query.set("cursor", pageParam);
      return requestPage<Ticket>(`${ticketsPath(organizationId)}${query.size > 0 ? `?${query}` : ""}`);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** How many tickets there are in each status, whatever the filter. */
export function useTicketSummary(organizationId: string) {
  return useQuery<TicketSummary>({ queryKey: [...ticketsKey(organizationId), "summary"] });
}

export function useCreateTicket(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ticket: TicketFields) => request<Ticket>("POST", ticketsPath(organizationId), ticket),
    onSuccess: async () => {
      toast({ title: "Success", description: "Support ticket created successfully" });
      await queryClient.invalidateQueries({ queryKey: ticketsKey(organizationId) });
    },
    onError: (error) => announceFailure(error, "Failed to create ticket"),
  });
}

export function useUpdateTicketStatus(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ ticketId, status }: { ticketId: string; status: TicketStatus }) =>
      request("PUT", `/api/tickets/${ticketId}/status`, { status }),
    onSuccess: async () => {
      toast({ title: "Success", description: "Ticket status updated successfully" });
      await queryClient.invalidateQueries({ queryKey: ticketsKey(organizationId) });
    },
    onError: (error) => announceFailure(error, "Failed to update ticket status"),
  });
}
