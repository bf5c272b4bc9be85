import type { WhatsappTest } from "../../../contract/whatsapp.ts";
import { UnreadableSecretError } from "../../auth/secret-box.ts";
import { checkNumber } from "../../clients/graph-number.ts";
import { withTenant } from "../../database/database.ts";
import { notFound } from "../../errors.ts";
import type { IntegrationTools } from "./integrations.ts";
import { placeOfSecret } from "./secrets.ts";

/** Checks everything that a number needs, and asks Meta about the access token. Changes nothing. Throws not_found. */
export async function testIntegration(
  { db, config, secrets }: Pick<IntegrationTools, "db" | "config" | "secrets">,
  key: { organizationId: string; integrationId: string },
): Promise<WhatsappTest> {
  const { row, lastMessageAt } = await withTenant(db, key.organizationId, async (trx) => {
    const found = await trx
      .selectFrom("whatsapp_integrations")
      .select(["phone_number_id", "access_token", "app_secret"])
      .where("organization_id", "=", key.organizationId)
      .where("id", "=", key.integrationId)
      .executeTakeFirst();
    if (found === undefined) throw notFound("WhatsApp integration");
    const newest = await trx
      .selectFrom("whatsapp_contacts")
      .innerJoin("chat_messages", (join) =>
        join
          .onRef("chat_messages.organization_id", "=", "whatsapp_contacts.organization_id")
          .onRef("chat_messages.session_id", "=", "whatsapp_contacts.session_id"),
      )
      .select(({ fn }) => fn.max("chat_messages.created_at").as("at"))
      .where("whatsapp_contacts.organization_id", "=", key.organizationId)
      .where("whatsapp_contacts.integration_id", "=", key.integrationId)
      .where("chat_messages.role", "=", "user")
      .executeTakeFirst();
    return { row: found, lastMessageAt: newest?.at ?? null };
  });
  return {
    ...(await checkToken()),
    hasAppSecret: row.app_secret !== null || config.whatsapp.appSecret !== undefined,
    lastMessageAt: lastMessageAt === null ? null : lastMessageAt.toISOString(),
  };

  async function checkToken(): Promise<Pick<WhatsappTest, "token" | "displayPhoneNumber">> {
    try {
      const accessToken = secrets.open(row.access_token, placeOfSecret.accessToken(key));
      return await checkNumber(config.whatsapp.graphUrl, { phoneNumberId: row.phone_number_id, accessToken });
    } catch (error) {
      if (error instanceof UnreadableSecretError) return { token: "unreadable", displayPhoneNumber: null };
      throw error;
    }
  }
}
