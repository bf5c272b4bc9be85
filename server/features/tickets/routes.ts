import { z } from "zod";
import { Id } from "../../../contract/common.ts";
import { Paging } from "../../../contract/paging.ts";
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
import { member, memberFor, tenantOf, userOf } from "../../auth/access.ts";
import { organizationOfTicket, organizationOfOwnChat } from "../../auth/organization-of.ts";
import type { Context } from "../../context.ts";
import { withTenant } from "../../database/database.ts";
import type { App } from "../../http.ts";
import { readMessagePage, sendPage } from "../../paging.ts";
import { handOff } from "../../conversations/hand-off/hand-off.ts";
import { addMessage, changeTicket, createTicket } from "./change-ticket.ts";
import { discardDraft, redraft, sendDraft } from "./drafts.ts";
import { findTicket, readThread } from "./ticket.ts";
import { countTickets, listTickets } from "./list-tickets.ts";

/** Every field of a form at its maximum length, escaped in JSON. */
const formBytes = 3 * 1024 * 1024;
const params = z.object({ ticketId: Id });
const see = memberFor("see tickets", organizationOfTicket);
const work = {
  access: memberFor("work on tickets", organizationOfTicket),
  rateLimit: { max: 600, timeWindow: "1 minute" },
};
const draftWork = { ...work, rateLimit: { max: 120, timeWindow: "1 minute" } };

export function ticketRoutes(app: App, context: Context): void {
  listRoutes(app, context);
  changeRoutes(app, context);
  threadRoutes(app, context);
  draftRoutes(app, context);
  handOffRoutes(app, context);
}

function listRoutes(app: App, context: Context): void {
  const { db } = context;

  app.get("/api/organizations/:organizationId/tickets", {
    config: { access: member("see tickets") },
    schema: {
      summary: "List the tickets",
      description: "Newest first. The header `x-next-cursor` has the cursor of the next page.",
      querystring: TicketListQuery,
      response: { 200: Ticket.array() },
    },
    handler: async (request, reply) =>
      sendPage(reply, await listTickets(db, { ...request.query, ...tenantOf(request) })),
  });

  app.get("/api/organizations/:organizationId/tickets/summary", {
    config: { access: member("see tickets") },
    schema: {
      summary: "Count the tickets by status",
      response: { 200: TicketSummary },
    },
    handler: async (request) => countTickets(db, tenantOf(request)),
  });

  app.post("/api/organizations/:organizationId/tickets", {
    config: { access: member("work on tickets"), rateLimit: { max: 600, timeWindow: "1 minute" } },
    bodyLimit: formBytes,
    schema: {
      summary: "Create a ticket",
      description: "The assistant drafts a reply to it.",
      body: TicketCreate,
      response: { 201: TicketDetail },
    },
    handler: async (request) =>
      createTicket(context, { ...tenantOf(request), userId: userOf(request).id }, request.body),
  });
}

function changeRoutes(app: App, context: Context): void {
  app.get("/api/tickets/:ticketId", {
    config: { access: see },
    schema: {
      summary: "Get a ticket",
      description: "With its messages and the draft of a reply.",
      params,
      response: { 200: TicketDetail },
    },
    handler: async (request) => findTicket(context.db, { ...tenantOf(request), ...request.params }),
  });

  app.put("/api/tickets/:ticketId/status", {
    config: work,
    schema: {
      summary: "Set the status of a ticket",
      params,
      body: TicketStatusUpdate,
      response: { 200: TicketDetail },
    },
    handler: async (request) =>
      changeTicket(context, { ...tenantOf(request), ...request.params }, request.body),
  });

  app.put("/api/tickets/:ticketId", {
    config: work,
    bodyLimit: formBytes,
    schema: {
      summary: "Update a ticket",
      description: "Fields you leave out stay unchanged.",
      params,
      body: TicketUpdate,
      response: { 200: TicketDetail },
    },
    handler: async (request) =>
      changeTicket(context, { ...tenantOf(request), ...request.params }, request.body),
  });
}

function threadRoutes(app: App, context: Context): void {
  app.get("/api/tickets/:ticketId/messages", {
    config: { access: see },
    schema: {
      summary: "List the messages of a ticket",
      description:
        "The newest messages, oldest first. The header `x-next-cursor` has the cursor of the messages before them.",
      params,
      querystring: Paging,
      response: { 200: TicketMessage.array() },
    },
    handler: async (request, reply) => {
      const { organizationId } = tenantOf(request);
      const key = { organizationId, ...request.params };
      const page = await readMessagePage(request.query, (range) =>
        withTenant(context.db, organizationId, (trx) => readThread(trx, key, range)),
      );
      return sendPage(reply, page);
    },
  });

  app.post("/api/tickets/:ticketId/messages", {
    config: work,
    schema: {
      summary: "Add a message to a ticket",
      description: "A reply, a note, or a message from the customer.",
      params,
      body: TicketMessageCreate,
      response: { 201: TicketMessage },
    },
    handler: async (request) => {
      const key = { organizationId: tenantOf(request).organizationId, ...request.params };
      return addMessage(context, key, { ...request.body, userId: userOf(request).id });
    },
  });
}

/** Requesting, sending and discarding drafts. */
function draftRoutes(app: App, context: Context): void {
  app.post("/api/tickets/:ticketId/draft", {
    config: draftWork,
    schema: { summary: "Draft a reply to a ticket", params, response: { 202: TicketDraft } },
    handler: async (request) => redraft(context, { ...tenantOf(request), ...request.params }),
  });

  app.post("/api/tickets/:ticketId/draft/send", {
    config: draftWork,
    schema: {
      summary: "Send a draft",
      description: "Sends the draft, with your edits, as a reply.",
      params,
      body: TicketDraftSend,
      response: { 201: TicketMessage },
    },
    handler: async (request) => {
      const key = { organizationId: tenantOf(request).organizationId, ...request.params };
      return sendDraft(context, key, { ...request.body, userId: userOf(request).id });
    },
  });

  app.post("/api/tickets/:ticketId/draft/discard", {
    config: draftWork,
    schema: { summary: "Discard a draft", params, body: TicketDraftDiscard, response: { 204: z.null() } },
    handler: async (request) => {
      const key = { organizationId: tenantOf(request).organizationId, ...request.params };
      await discardDraft(context, key, request.body);
    },
  });
}

/** Asking for a person in the product's own chat. */
function handOffRoutes(app: App, context: Context): void {
  app.post("/api/chat/sessions/:id/hand-off", {
    config: {
      access: memberFor("chat with the assistant", organizationOfOwnChat),
      rateLimit: { max: 60, timeWindow: "1 minute" },
    },
    schema: {
      summary: "Hand over a chat session",
      description:
        "Creates a ticket with the conversation in it. Answers 200 with the existing ticket while it is open.",
      params: z.object({ id: Id }),
      body: ChatHandOff,
      response: { 200: TicketReference, 201: TicketReference },
    },
    handler: async (request, reply) => {
      const { organizationId } = tenantOf(request);
      const { email, firstName, lastName } = userOf(request);
      const asked = {
        organizationId,
        conversationId: request.params.id,
        message: request.body.message ?? undefined,
        fallbackTitle: `${firstName ?? email} asked for a person in the chat`,
        customerName: [firstName, lastName].filter(Boolean).join(" ") || null,
        customerEmail: email,
      };
      const { ticketId, isNew } = await withTenant(context.db, organizationId, (trx) =>
        handOff(trx, context, asked),
      );
      const { id, ticketNumber, status } = await findTicket(context.db, { organizationId, ticketId });
      reply.status(isNew ? 201 : 200);
      return { id, ticketNumber, status };
    },
  });
}
