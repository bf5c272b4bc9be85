import { equals, type Transaction } from "../../database/database.ts";
import type { Jobs } from "../../jobs.ts";

const windowMs = 24 * 3_600_000;

/**
 * Called after the settings of a number were changed: messages from while it was inactive are answered if WhatsApp
 * still accepts an answer, and files that could not be fetched are tried again.
 */
export async function resumeWork(
  trx: Transaction,
  jobs: Jobs,
  { organizationId, integrationId }: { organizationId: string; integrationId: string },
): Promise<void> {
  const waiting = await trx
    .selectFrom("whatsapp_messages as message")
    .innerJoin("whatsapp_contacts as contact", "contact.conversation_id", "message.conversation_id")
    .select("message.conversation_id")
    .distinct()
    .where(equals({ "message.organization_id": organizationId, "contact.organization_id": organizationId }))
    .where("contact.integration_id", "=", integrationId)
    .where("message.answered_at", "is", null)
    .where("message.sent_at", ">", new Date(Date.now() - windowMs))
    .execute();
  for (const { conversation_id: conversationId } of waiting)
    await jobs.enqueue(trx, "whatsapp.continue", { organizationId, conversationId });
  const files = await trx
    .selectFrom("message_files as file")
    .innerJoin("messages as message", "message.id", "file.message_id")
    .innerJoin("whatsapp_contacts as contact", "contact.conversation_id", "message.conversation_id")
    .select("file.id")
    .where(equals({ "file.organization_id": organizationId, "message.organization_id": organizationId }))
    .where("contact.organization_id", "=", organizationId)
    .where("contact.integration_id", "=", integrationId)
    .where("file.state", "=", "waiting")
    .execute();
  for (const { id: fileId } of files) await jobs.enqueue(trx, "whatsapp.fetch", { organizationId, fileId });
}
