import {
  keepPreviousData,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type {
  Ticket,
  TicketCategory,
  TicketDetail,
  TicketMessage,
  TicketMessageCreate,
  TicketPriority,
  TicketReference,
  TicketStatus,
  TicketSummary,
  TicketUpdate,
} from "../../../contract/tickets.ts";
import { announceFailure } from "../../failure-toast.ts";
import { readAgain } from "../../read-again.ts";
import { request, requestAll, RequestError } from "../../request.ts";
import { toast } from "../../ui/toast-store.ts";
import { usePages } from "../../use-pages.ts";

/** Empty: whatever it may be. */
export interface TicketFilter {
  search: string;
  status: TicketStatus | "";
  priority: TicketPriority | "";
  category: TicketCategory | "";
  /** Somebody's id, or "nobody". */
  assignedTo: string;
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
  return usePages<Ticket>([...ticketsKey(organizationId), filter], ticketsPath(organizationId), {
    filter,
    placeholderData: keepPreviousData,
  });
}

/** Every ticket that the filter lets through. */
export function readAllTickets(organizationId: string, filter: TicketFilter): Promise<Ticket[]> {
  return requestAll<Ticket>(ticketsPath(organizationId), filter);
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
      await readAgain(queryClient, ticketsKey(organizationId));
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
      await readAgain(queryClient, ticketsKey(organizationId));
    },
    onError: (error) => announceFailure(error, "Failed to update ticket status"),
  });
}

function ticketKey(organizationId: string, ticketId: string): QueryKey {
  return [...ticketsKey(organizationId), ticketId];
}

export function useTicket(organizationId: string, ticketId: string) {
  return useQuery({
    queryKey: ticketKey(organizationId, ticketId),
    queryFn: () => request<TicketDetail>("GET", `/api/tickets/${ticketId}`),
  });
}

/** Messages of a ticket, the newest page first; each page oldest first. */
export function useThread(organizationId: string, ticketId: string) {
  const queryKey = [...ticketKey(organizationId, ticketId), "messages"];
  return usePages<TicketMessage>(queryKey, `/api/tickets/${ticketId}/messages`);
}

export interface TicketOf {
  organizationId: string;
  ticketId: string;
}

/** Changes a ticket; what it is now is then read again, with the lists and figures that it is in. */
function useTicketAction<Input>(
  { organizationId, ticketId }: TicketOf,
  failure: string,
  act: (path: string, input: Input) => Promise<unknown>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => act(`/api/tickets/${ticketId}`, input),
    onError: (error) => announceFailure(error, (error instanceof RequestError && error.sentence) || failure),
    onSettled: () => readAgain(queryClient, ticketsKey(organizationId)),
  });
}

export function useUpdateTicket(ticket: TicketOf) {
  return useTicketAction(ticket, "Failed to update ticket", (path, change: TicketUpdate) =>
    request("PUT", path, change),
  );
}

export function useAddMessage(ticket: TicketOf) {
  return useTicketAction(ticket, "Failed to add the message", (path, message: TicketMessageCreate) =>
    request("POST", `${path}/messages`, message),
  );
}

export function useRedraft(ticket: TicketOf) {
  return useTicketAction(ticket, "Failed to draft a reply", (path, _nothing: void) =>
    request("POST", `${path}/draft`, {}),
  );
}

export function useSendDraft(ticket: TicketOf) {
  return useTicketAction(
    ticket,
    "Failed to send the reply",
    (path, draft: { draftId: string; content: string }) => request("POST", `${path}/draft/send`, draft),
  );
}

export function useDiscardDraft(ticket: TicketOf) {
  return useTicketAction(ticket, "Failed to discard the draft", (path, draftId: string) =>
    request("POST", `${path}/draft/discard`, { draftId }),
  );
}

/** Hands a conversation of the product's own chat to a person. */
export function useHandOff(organizationId: string, sessionId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request<TicketReference>("POST", `/api/chat/sessions/${sessionId}/hand-off`, {}),
    onSuccess: () => {
      void readAgain(queryClient, ["/api/chat/sessions", sessionId, "messages"]);
      return readAgain(queryClient, ticketsKey(organizationId));
    },
    onError: (error) => announceFailure(error, "Failed to hand over to a person"),
  });
}
