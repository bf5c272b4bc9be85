import { z } from "zod";
import { Id } from "../../../contract/common.ts";
import {
  TicketDraft,
  TicketDraftDiscard,
  TicketDraftSend,
  TicketMessage,
} from "../../../contract/tickets.ts";
import { memberFor, tenantOf, userOf } from "../../auth/access.ts";
import { organizationOfTicket } from "../../auth/organization-of.ts";
import type { Context } from "../../context.ts";
import type { App } from "../../http.ts";
import { discardDraft, redraft, sendDraft } from "./drafts.ts";

const tags = ["Tickets"];
const params = z.object({ ticketId: Id });
const work = {
  access: memberFor("work on tickets", organizationOfTicket),
  rateLimit: { max: 120, timeWindow: "1 minute" },
};

/** Requesting, sending and discarding drafts. */
export function draftRoutes(app: App, context: Context): void {
  app.post(
    "/api/tickets/:ticketId/draft",
    {
      config: work,
      schema: { tags, summary: "Draft a reply to a ticket", params, response: { 202: TicketDraft } },
    },
    async (request) => redraft(context, { ...tenantOf(request), ...request.params }),
  );

  app.post(
    "/api/tickets/:ticketId/draft/send",
    {
      config: work,
      schema: {
        tags,
        summary: "Send a draft",
        description: "Sends the draft, with your edits, as a reply.",
        params,
        body: TicketDraftSend,
        response: { 201: TicketMessage },
      },
    },
    async (request) => {
      const key = { organizationId: tenantOf(request).organizationId, ...request.params };
      return sendDraft(context, key, { ...request.body, userId: userOf(request).id });
    },
  );

  app.post(
    "/api/tickets/:ticketId/draft/discard",
    {
      config: work,
      schema: {
        tags,
        summary: "Discard a draft",
        params,
        body: TicketDraftDiscard,
        response: { 204: z.null() },
      },
    },
    async (request) => {
      const key = { organizationId: tenantOf(request).organizationId, ...request.params };
      await discardDraft(context, key, request.body);
    },
  );
}
