import { sql } from "kysely";
import { equals, inTenant, type Transaction } from "../../database/database.ts";
import type { Jobs } from "../../jobs.ts";
import type { IntegrationKey } from "./secrets.ts";

const windowMs = 24 * 3_600_000;

/**
 * Called after the settings of a number were changed. Waiting messages are sent, messages that arrived while it was
 * inactive are answered if WhatsApp still accepts an answer, and files that could not be fetched are tried again.
 */
export async function resumeWork(
  trx: Transaction,
  jobs: Jobs,
  { organizationId, integrationId }: IntegrationKey,
): Promise<void> {
  const { rows: waiting } = await sql<{ id: string }>`
    select conversation_id as id
    from whatsapp_contacts join outbox using (organization_id, conversation_id)
    where organization_id = ${organizationId} and integration_id = ${integrationId} and state = 'waiting'
    union
    select conversation_id
    from whatsapp_contacts join whatsapp_messages using (organization_id, conversation_id)
    where organization_id = ${organizationId} and integration_id = ${integrationId} and answered_at is null
      and sent_at > ${new Date(Date.now() - windowMs)}
  `.execute(trx);
  for (const { id: conversationId } of waiting)
    await jobs.enqueue(trx, "whatsapp.continue", { organizationId, conversationId });
  const files = await trx
    .selectFrom("message_files as file")
    .innerJoin("messages as message", inTenant("message.id", "file.message_id"))
    .innerJoin("whatsapp_contacts as contact", inTenant("contact.conversation_id", "message.conversation_id"))
    .select("file.id")
    .where("file.organization_id", "=", organizationId)
    .where(equals({ "contact.integration_id": integrationId, "file.state": "waiting" }))
    .execute();
  for (const { id: fileId } of files) await jobs.enqueue(trx, "whatsapp.fetch", { organizationId, fileId });
}
