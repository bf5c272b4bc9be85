import type { Transaction } from "../../database/database.ts";
import type { Jobs } from "../../jobs.ts";

/** Has a reply to `question` drafted in place of the draft that was there. */
export async function startDraft(
  trx: Transaction,
  { jobs }: { jobs: Jobs },
  { organizationId, ticketId }: { organizationId: string; ticketId: string },
  question: string,
): Promise<void> {
  await trx
    .updateTable("ticket_drafts")
    .set({ state: "discarded" })
    .where("organization_id", "=", organizationId)
    .where("ticket_id", "=", ticketId)
    .where("state", "in", ["writing", "ready", "failed"])
    .execute();
  const { id: draftId } = await trx
    .insertInto("ticket_drafts")
    .values({ organization_id: organizationId, ticket_id: ticketId, question })
    .returning("id")
    .executeTakeFirstOrThrow();
  await jobs.enqueue(trx, "ticket.draft", { organizationId, ticketId, draftId });
}
