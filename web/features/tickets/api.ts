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
import { request, serverMessageOr } from "../../request.ts";
import { apiMutation, useApiMutation, useOrganizationQuery, usePages } from "../../organization-api.ts";

/** Empty values do not filter; `assignedTo` is a member's id or "unassigned". */
export const noFilter = { search: "", status: "", priority: "", category: "", assignedTo: "" };
export type TicketFilter = typeof noFilter;

/** Tickets, newest first. */
export const useTickets = (filter: TicketFilter) => usePages<Ticket>(["tickets"], { filter });

export const useTicketSummary = () => useOrganizationQuery<TicketSummary>(["tickets", "summary"]);

export const useCreateTicket = apiMutation<Record<string, string>>({
  // Empty fields are sent too; the server validates all of them.
  send: (ticket) => ["POST", "tickets", ticket],
  success: { title: "Success", description: "Support ticket created successfully" },
  failure: "Failed to create ticket",
});

export const useUpdateTicketStatus = apiMutation<{ ticketId: string; status: TicketStatus }>({
  send: ({ ticketId, status }) => ["PUT", `/api/tickets/${ticketId}/status`, { status }],
  success: { title: "Success", description: "Ticket status updated successfully" },
  failure: "Failed to update ticket status",
  refetches: ["tickets"],
});

export const useTicket = (ticketId: string) =>
  useOrganizationQuery<TicketDetail>(["tickets", ticketId], {
    queryFn: () => request("GET", `/api/tickets/${ticketId}`),
  });

/** The messages of a ticket: pages are newest first, messages within a page oldest first. */
export const useThread = (ticketId: string) =>
  usePages<TicketMessage>(["tickets", ticketId, "messages"], { path: `/api/tickets/${ticketId}/messages` });

/** Creates a hook that sends a request to a path below a ticket's, then refetches the ticket, lists and counts. */
function ticketAction<Body extends object>(method: string, subpath: string, what: string) {
  return (ticketId: string) =>
    useApiMutation<Body & { key?: string }>({
      send: ({ key, ...body }) => [method, `/api/tickets/${ticketId}${subpath}`, body, key],
      failure: serverMessageOr(`Failed to ${what}`),
      refetches: ["tickets"],
      refetchesAfterFailure: true,
    });
}

export const useUpdateTicket = ticketAction<TicketUpdate>("PUT", "", "update ticket");
export const useAddMessage = ticketAction<TicketMessageCreate>("POST", "/messages", "add the message");
export const useRedraft = ticketAction("POST", "/draft", "draft a reply");
export const useSendDraft = ticketAction<TicketDraftSend>("POST", "/draft/send", "send the reply");
export const useDiscardDraft = ticketAction<TicketDraftDiscard>(
  "POST",
  "/draft/discard",
  "discard the draft",
);

export const useHandOff = (sessionId: string) =>
  useApiMutation<void, TicketReference>({
    send: () => ["POST", `/api/chat/sessions/${sessionId}/hand-off`, {}],
    failure: "Failed to hand off to a person",
    refetches: [["/api/chat/sessions", sessionId, "messages"], "tickets"],
  });
