import { keepPreviousData, useQuery } from "@tanstack/react-query";
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
import { organizationKey, organizationPath } from "../../organization-path.ts";
import { request, requestAll, sentenceOr } from "../../request.ts";
import { usePages } from "../../use-pages.ts";
import { useSaving } from "../../use-saving.ts";

/** An empty text does not filter. */
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

/** Tickets, newest first. The previous rows stay until those of a new filter are there. */
export function useTickets(organizationId: string, filter: TicketFilter) {
  const key = organizationKey(organizationId, "tickets", filter);
  return usePages<Ticket>(key, organizationPath(organizationId, "tickets"), {
    filter,
    placeholderData: keepPreviousData,
  });
}

/** All tickets that match the filter. */
export function readAllTickets(organizationId: string, filter: TicketFilter): Promise<Ticket[]> {
  return requestAll<Ticket>(organizationPath(organizationId, "tickets"), filter);
}

/** The number of tickets in each status, of all tickets. */
export function useTicketSummary(organizationId: string) {
  return useQuery<TicketSummary>({ queryKey: organizationKey(organizationId, "tickets", "summary") });
}

export function useCreateTicket(organizationId: string) {
  return useSaving({
    send: (ticket: TicketFields) =>
      request<Ticket>("POST", organizationPath(organizationId, "tickets"), ticket),
    success: { title: "Success", description: "Support ticket created successfully" },
    failure: "Failed to create ticket",
    reads: [organizationKey(organizationId, "tickets")],
  });
}

export function useUpdateTicketStatus(organizationId: string) {
  return useSaving({
    send: ({ ticketId, status }: { ticketId: string; status: TicketStatus }) =>
      request("PUT", `/api/tickets/${ticketId}/status`, { status }),
    success: { title: "Success", description: "Ticket status updated successfully" },
    failure: "Failed to update ticket status",
    reads: [organizationKey(organizationId, "tickets")],
  });
}

export function useTicket(organizationId: string, ticketId: string) {
  return useQuery({
    queryKey: organizationKey(organizationId, "tickets", ticketId),
    queryFn: () => request<TicketDetail>("GET", `/api/tickets/${ticketId}`),
  });
}

/** The messages of a ticket, the newest page first; within a page the oldest message first. */
export function useThread(organizationId: string, ticketId: string) {
  const key = organizationKey(organizationId, "tickets", ticketId, "messages");
  return usePages<TicketMessage>(key, `/api/tickets/${ticketId}/messages`);
}

export interface TicketOf {
  organizationId: string;
  ticketId: string;
}

/** Changes a ticket. It is then read again, and so are the lists and figures. */
function useTicketAction<Input>(
  { organizationId, ticketId }: TicketOf,
  failure: string,
  act: (path: string, input: Input) => Promise<unknown>,
) {
  return useSaving({
    send: (input: Input) => act(`/api/tickets/${ticketId}`, input),
    failure: sentenceOr(failure),
    reads: [organizationKey(organizationId, "tickets")],
    readsAfterFailure: true,
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

/** Hands a chat session over to a person. */
export function useHandOff(organizationId: string, sessionId: string) {
  return useSaving({
    send: () => request<TicketReference>("POST", `/api/chat/sessions/${sessionId}/hand-off`, {}),
    failure: "Failed to hand over to a person",
    reads: [["/api/chat/sessions", sessionId, "messages"], organizationKey(organizationId, "tickets")],
  });
}
