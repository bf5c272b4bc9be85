import type { FastifyRequest } from "fastify";
import { CustomerData, Retention } from "../../../contract/personal-data.ts";
import { actorOf, keyOf, member, memberFor, tenantOf } from "../../auth/access.ts";
import {
  organizationOfConversation,
  organizationOfOwnChat,
  organizationOfTicket,
} from "../../auth/organization-of.ts";
import type { Context } from "../../context.ts";
import { erase, type Erasure } from "../../conversations/erase.ts";
import type { Transaction } from "../../database/database.ts";
import { readRow, updateRows } from "../../database/rows.ts";
import { perMinute, type Routes } from "../../routes.ts";
import { eraseCustomer, readCustomer } from "./customers.ts";

const rateLimit = perMinute(60);
const ofConversation = { access: memberFor("manage personal data", organizationOfConversation), rateLimit };
const ofTicket = { access: memberFor("manage personal data", organizationOfTicket), rateLimit };

/** What POPIA asks for: delete or export a conversation, a ticket or a customer, and delete what is old. */
export function personalDataRoutes(routes: Routes, context: Context): void {
  /** Tells open pages and the log, with ids only. */
  const report = async (trx: Transaction, { userId }: { userId: string }, erased: Erasure) => {
    context.log.info({ ...erased, userId }, "personal data was erased");
    await context.events.publish(trx, erased.organizationId, { type: "resync" });
  };
  const eraseById = async (trx: Transaction, request: FastifyRequest, ids: Partial<Erasure>) => {
    const { organizationId } = tenantOf(request);
    const erasure = { organizationId, conversationIds: [], ticketIds: [], ...ids };
    await report(trx, actorOf(request), await erase(trx, erasure));
  };

  routes.delete("/api/chat/sessions/:id", {
    access: memberFor("chat with the assistant", organizationOfOwnChat),
    rateLimit,
    summary: "Delete a chat session",
    description: "Deletes its messages and ratings. A ticket that was opened from it stays.",
    transaction: (trx, request) => eraseById(trx, request, { conversationIds: [request.params.id] }),
  });

  routes.delete("/api/conversations/:conversationId", {
    ...ofConversation,
    summary: "Delete a conversation",
    description: "Deletes its messages, files and ratings, and the tickets that were opened from it.",
    transaction: (trx, request) =>
      eraseById(trx, request, { conversationIds: [request.params.conversationId] }),
  });

  routes.delete("/api/tickets/:ticketId", {
    ...ofTicket,
    summary: "Delete a ticket",
    description: "Deletes its messages, drafts and ratings. The conversation that it was opened from stays.",
    transaction: (trx, request) => eraseById(trx, request, { ticketIds: [request.params.ticketId] }),
  });

  for (const [path, options, customer] of [
    ["/api/conversations/:conversationId/customer", ofConversation, "a conversation's customer"],
    ["/api/tickets/:ticketId/customer", ofTicket, "a ticket's customer"],
  ] as const) {
    routes.get(path, {
      ...options,
      summary: `Export the data of ${customer}`,
      description:
        "Every conversation, ticket and rating of the organization that names the same telephone number or email address.",
      response: { 200: CustomerData },
      transaction: (trx, request) => readCustomer(trx, keyOf(request)),
    });

    routes.delete(path, {
      ...options,
      summary: `Delete the data of ${customer}`,
      description: "Deletes what the export contains. Large amounts take some minutes.",
      transaction: async (trx, request) =>
        report(trx, actorOf(request), await eraseCustomer(trx, context, keyOf(request))),
    });
  }

  routes.get("/api/organizations/:organizationId/retention", {
    access: member("manage personal data"),
    summary: "Get the retention period",
    response: { 200: Retention },
    transaction: async (trx, request) => {
      const organization = { id: tenantOf(request).organizationId };
      const stored = await readRow(trx, "organizations", organization, ["retention_months"]);
      return Retention.parse({ months: stored.retention_months });
    },
  });

  routes.put("/api/organizations/:organizationId/retention", {
    access: member("manage personal data"),
    summary: "Set the retention period",
    description:
      "After how many months without activity conversations, closed tickets and ratings are deleted; null keeps them. Open tickets and waiting conversations stay.",
    body: Retention,
    response: { 200: Retention },
    transaction: async (trx, request) => {
      const organization = { id: tenantOf(request).organizationId };
      await updateRows(trx, "organizations", organization, { retention_months: request.body.months });
      return request.body;
    },
  });
}
