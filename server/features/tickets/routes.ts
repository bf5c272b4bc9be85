import { IdempotencyHeaders } from "../../../contract/common.ts";
import {
  Ticket,
  TicketCreate,
  TicketDetail,
  TicketDraft,
  TicketDraftDiscard,
  TicketDraftSend,
  TicketListQuery,
  TicketMessage,
  TicketMessageCreate,
  TicketStatusUpdate,
  TicketSummary,
  TicketUpdate,
  ChatHandOff,
  TicketReference,
} from "../../../contract/tickets.ts";
import { actorOf, keyOf, member, memberFor, tenantOf, userOf } from "../../auth/access.ts";
import { organizationOfTicket, organizationOfOwnChat } from "../../auth/organization-of.ts";
import type { Context } from "../../context.ts";
import { messagePaging, readMessagePage } from "../../paging.ts";
import { handOff } from "../../conversations/hand-off/hand-off.ts";
import { perMinute, type Routes } from "../../routes.ts";
import { addMessage, changeTicket, createTicket } from "./change-ticket.ts";
import { discardDraft, redraft, sendDraft } from "./drafts.ts";
import { readDetail, readThread } from "./ticket.ts";
import { countTickets, listTickets } from "./list-tickets.ts";

const see = memberFor("see tickets", organizationOfTicket);
const work = { access: memberFor("work on tickets", organizationOfTicket), rateLimit: perMinute(600) };
const draftWork = { ...work, rateLimit: perMinute(120) };

export function ticketRoutes(routes: Routes, context: Context): void {
  routes.get("/api/organizations/:organizationId/tickets", {
    access: member("see tickets"),
    summary: "List the tickets",
    querystring: TicketListQuery,
    response: { 200: Ticket.array() },
    page: (trx, request) => listTickets(trx, { ...request.query, ...tenantOf(request) }),
  });

  routes.get("/api/organizations/:organizationId/tickets/summary", {
    access: member("see tickets"),
    summary: "Count the tickets by status",
    response: { 200: TicketSummary },
    transaction: (trx, request) => countTickets(trx, tenantOf(request)),
  });

  routes.post("/api/organizations/:organizationId/tickets", {
    access: member("work on tickets"),
    rateLimit: perMinute(600),
    summary: "Create a ticket",
    description: "The assistant drafts a reply to it.",
    body: TicketCreate,
    response: { 201: TicketDetail },
    transaction: (trx, request) => createTicket(trx, context, actorOf(request), request.body),
  });

  routes.get("/api/tickets/:ticketId", {
    access: see,
    summary: "Get a ticket",
    description: "Includes its messages and the draft of a reply.",
    response: { 200: TicketDetail },
    transaction: (trx, request) => readDetail(trx, context, keyOf(request)),
  });

  routes.put("/api/tickets/:ticketId/status", {
    ...work,
    summary: "Set the status of a ticket",
    body: TicketStatusUpdate,
    response: { 200: TicketDetail },
    transaction: (trx, request) => changeTicket(trx, context, keyOf(request), request.body),
  });

  routes.put("/api/tickets/:ticketId", {
    ...work,
    summary: "Update a ticket",
    description: "Fields you leave out stay unchanged.",
    body: TicketUpdate,
    response: { 200: TicketDetail },
    transaction: (trx, request) => changeTicket(trx, context, keyOf(request), request.body),
  });

  threadRoutes(routes, context);
  handOffRoutes(routes, context);
}

/** The messages of a ticket, and the drafts of replies. */
function threadRoutes(routes: Routes, context: Context): void {
  routes.get("/api/tickets/:ticketId/messages", {
    access: see,
    summary: "List the messages of a ticket",
    ...messagePaging,
    response: { 200: TicketMessage.array() },
    page: (trx, request) => readMessagePage(request.query, (range) => readThread(trx, keyOf(request), range)),
  });

  routes.post("/api/tickets/:ticketId/messages", {
    ...work,
    summary: "Add a message to a ticket",
    description:
      "A reply, a note, or a message from the customer. Retries with the same `Idempotency-Key` add the message once.",
    headers: IdempotencyHeaders,
    body: TicketMessageCreate,
    response: { 201: TicketMessage },
    transaction: (trx, request) => {
      const { id: userId } = userOf(request);
      const key = request.headers["idempotency-key"];
      const clientKey = key === undefined ? null : `${userId} ${key}`;
      return addMessage(trx, context, keyOf(request), { ...request.body, userId, clientKey });
    },
  });

  routes.post("/api/tickets/:ticketId/draft", {
    ...draftWork,
    summary: "Draft a reply to a ticket",
    response: { 202: TicketDraft },
    transaction: (trx, request) => redraft(trx, context, keyOf(request)),
  });

  routes.post("/api/tickets/:ticketId/draft/send", {
    ...draftWork,
    summary: "Send a draft",
    description: "Sends the draft, with your edits, as a reply.",
    body: TicketDraftSend,
    response: { 201: TicketMessage },
    transaction: (trx, request) =>
      sendDraft(trx, context, keyOf(request), { ...request.body, userId: userOf(request).id }),
  });

  routes.post("/api/tickets/:ticketId/draft/discard", {
    ...draftWork,
    summary: "Discard a draft",
    body: TicketDraftDiscard,
    transaction: (trx, request) => discardDraft(trx, context, keyOf(request), request.body.draftId),
  });
}

/** Asking for a person in the product's own chat. */
function handOffRoutes(routes: Routes, context: Context): void {
  routes.post("/api/chat/sessions/:id/hand-off", {
    access: memberFor("chat with the assistant", organizationOfOwnChat),
    rateLimit: perMinute(60),
    summary: "Hand off a chat session",
    description:
      "Creates a ticket with the conversation in it. While that ticket is open, replies 200 with it instead.",
    body: ChatHandOff,
    response: { 200: TicketReference, 201: TicketReference },
    transaction: async (trx, request, reply) => {
      const { organizationId } = tenantOf(request);
      const { email, firstName, lastName } = userOf(request);
      const { ticketId, isNew } = await handOff(trx, context, {
        organizationId,
        conversationId: request.params.id,
        message: request.body.message ?? undefined,
        fallbackTitle: `${firstName ?? email} asked for a person in the chat`,
        customerName: [firstName, lastName].filter(Boolean).join(" ") || null,
        customerEmail: email,
      });
      reply.status(isNew ? 201 : 200);
      return readDetail(trx, context, { organizationId, ticketId });
    },
  });
}
