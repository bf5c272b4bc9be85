import { keepPreviousData } from "@tanstack/react-query";
import type {
  Ticket,
  TicketDetail,
  TicketDraftDiscard,
  TicketDraftSend,
  TicketMessage,
  TicketMessageCreate,
  TicketReference,
  TicketStatus,
  TicketSummary,
  TicketUpdate,
} from "../../../contract/tickets.ts";
import { request, sentenceOr } from "../../request.ts";
import { useOrganizationQuery, usePages } from "../../organization-queries.ts";
import { saving, useSaving } from "../../use-saving.ts";

/** An empty text does not filter; `assignedTo` is somebody's id, or "nobody". */
export const noFilter = { search: "", status: "", priority: "", category: "", assignedTo: "" };
export type TicketFilter = typeof noFilter;

/** Tickets, newest first. The previous rows stay until those of a new filter are there. */
export const useTickets = (filter: TicketFilter) =>
  usePages<Ticket>(["tickets"], { filter, placeholderData: keepPreviousData });

/** The number of tickets in each status, of all tickets. */
export const useTicketSummary = () => useOrganizationQuery<TicketSummary>(["tickets", "summary"]);

export const useCreateTicket = saving<Record<string, string>>({
  // Empty fields are sent, too; the server checks all.
  send: (ticket) => ["POST", "tickets", ticket],
  success: { title: "Success", description: "Support ticket created successfully" },
  failure: "Failed to create ticket",
});

export const useUpdateTicketStatus = saving<{ ticketId: string; status: TicketStatus }>({
  send: ({ ticketId, status }) => ["PUT", `/api/tickets/${ticketId}/status`, { status }],
  success: { title: "Success", description: "Ticket status updated successfully" },
  failure: "Failed to update ticket status",
  reads: ["tickets"],
});

export const useTicket = (ticketId: string) =>
  useOrganizationQuery<TicketDetail>(["tickets", ticketId], {
    queryFn: () => request("GET", `/api/tickets/${ticketId}`),
  });

/** The messages of a ticket, the newest page first; within a page the oldest message first. */
export const useThread = (ticketId: string) =>
  usePages<TicketMessage>(["tickets", ticketId, "messages"], { path: `/api/tickets/${ticketId}/messages` });

/** Sends something to an address below a ticket's. The ticket is then read again, and so are the lists and figures. */
function ticketAction<Body extends object>(method: string, address: string, failure: string) {
  return (ticketId: string) =>
    useSaving<Body & { key?: string }>({
      send: ({ key, ...body }) => [method, `/api/tickets/${ticketId}${address}`, body, key],
      failure: sentenceOr(failure),
      reads: ["tickets"],
      readsAfterFailure: true,
    });
}

export const useUpdateTicket = ticketAction<TicketUpdate>("PUT", "", "Failed to update ticket");
export const useAddMessage = ticketAction<TicketMessageCreate>(
  "POST",
  "/messages",
  "Failed to add the message",
);
export const useRedraft = ticketAction("POST", "/draft", "Failed to draft a reply");
export const useSendDraft = ticketAction<TicketDraftSend>("POST", "/draft/send", "Failed to send the reply");
export const useDiscardDraft = ticketAction<TicketDraftDiscard>(
  "POST",
  "/draft/discard",
  "Failed to discard the draft",
);

export const useHandOff = (sessionId: string) =>
  useSaving<void, TicketReference>({
    send: () => ["POST", `/api/chat/sessions/${sessionId}/hand-off`, {}],
    failure: "Failed to hand over to a person",
    reads: [["/api/chat/sessions", sessionId, "messages"], "tickets"],
  });
