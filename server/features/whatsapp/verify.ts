import { withTenant } from "../../database/database.ts";
import type { WebhookTools } from "./receive-event.ts";
import { placeOfSecret } from "./secrets.ts";
import { isSameSecret } from "./signature.ts";

/** Whether `token` is the verify token of one of the organization's numbers. */
export async function isVerifyToken(
  { db, secrets }: Pick<WebhookTools, "db" | "secrets">,
  organizationId: string,
  token: string,
): Promise<boolean> {
  const rows = await withTenant(db, organizationId, (trx) =>
    trx
      .selectFrom("whatsapp_integrations")
      .select(["id", "verify_token"])
      .where("organization_id", "=", organizationId)
      .execute(),
  );
  return rows
    .map(({ id: integrationId, verify_token: sealed }) =>
      secrets.openOrNull(sealed, placeOfSecret.verifyToken({ organizationId, integrationId })),
    )
    .some((stored) => stored !== null && isSameSecret(stored, token));
}
