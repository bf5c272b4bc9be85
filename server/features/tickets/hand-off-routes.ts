import { z } from "zod";
import { Id } from "../../../contract/common.ts";
import { ChatHandOff, TicketReference } from "../../../contract/tickets.ts";
import { memberFor, tenantOf, userOf } from "../../auth/access.ts";
import { organizationOfOwnSession } from "../../auth/organization-of.ts";
import type { Context } from "../../context.ts";
import { withTenant } from "../../database/database.ts";
import type { App } from "../../http.ts";
import { handOff } from "../../conversations/hand-off/hand-off.ts";
import { findTicket } from "./find-ticket.ts";

/** Asking for a person in the product's own chat. */
export function handOffRoutes(app: App, context: Context): void {
  app.post(
    "/api/chat/sessions/:id/hand-off",
    {
      config: {
        access: memberFor("chat with the assistant", organizationOfOwnSession),
        rateLimit: { max: 60, timeWindow: "1 minute" },
      },
      schema: {
        tags: ["Tickets"],
        summary: "Hand over a chat session",
        description:
          "Creates a ticket with the conversation in it. Answers 200 with the existing ticket while it is open.",
        params: z.object({ id: Id }),
        body: ChatHandOff,
        response: { 200: TicketReference, 201: TicketReference },
      },
    },
    async (request, reply) => {
      const { organizationId } = tenantOf(request);
      const { email, firstName, lastName } = userOf(request);
      const asked = {
        organizationId,
        sessionId: request.params.id,
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
  );
}
