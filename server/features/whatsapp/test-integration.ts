import type { WhatsappTest } from "../../../contract/whatsapp.ts";
import { checkNumber } from "../../clients/graph-api.ts";
import type { Context } from "../../context.ts";
import { equals, inTenant, isRow, withTenant } from "../../database/database.ts";
import { notFound } from "../../errors.ts";
import { senderOf } from "./number.ts";
import type { IntegrationKey } from "./secrets.ts";

/** Checks everything that a number needs, and asks Meta about the access token. Changes nothing. Throws not_found. */
export async function testIntegration(
  { db, config, secrets }: Pick<Context, "db" | "config" | "secrets">,
  key: IntegrationKey,
): Promise<WhatsappTest> {
  const { row, lastMessageAt } = await withTenant(db, key.organizationId, async (trx) => {
    const found = await trx
      .selectFrom("whatsapp_integrations")
      .select(["phone_number_id", "access_token", "app_secret"])
      .where(isRow(key.organizationId, key.integrationId))
      .executeTakeFirstOrThrow(() => notFound("WhatsApp integration"));
    const newest = await trx
      .selectFrom("whatsapp_contacts")
      .innerJoin("messages", inTenant("messages.conversation_id", "whatsapp_contacts.conversation_id"))
      .select(({ fn }) => fn.max("messages.created_at").as("at"))
      .where("whatsapp_contacts.organization_id", "=", key.organizationId)
      .where(equals({ "whatsapp_contacts.integration_id": key.integrationId, "messages.role": "user" }))
      .executeTakeFirst();
    return { row: found, lastMessageAt: newest?.at ?? null };
  });
  const sender = senderOf(secrets, { ...key, ...row });
  const unreadable = { token: "unreadable", displayPhoneNumber: null } as const;
  return {
    ...(sender === null ? unreadable : await checkNumber(config.whatsapp.graphUrl, sender)),
    hasAppSecret: row.app_secret !== null || config.whatsapp.appSecret !== undefined,
    lastMessageAt: lastMessageAt?.toISOString() ?? null,
  };
}
