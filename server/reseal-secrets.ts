import { sql } from "kysely";
import { openSecretBox, type SecretBox } from "./auth/secret-box.ts";
import { resealTotpSecrets } from "./auth/second-factors/second-factors.ts";
import { openDatabase, withTenant, type Database } from "./database/database.ts";
import { resealIntegrations } from "./features/whatsapp/number.ts";
import { mailPlace } from "./mail.ts";
import type { SecretKeys } from "./secret-key.ts";

/**
 * Encrypts every secret in the database under the first key, so that the other keys are no longer needed.
 * This is the one list of what is encrypted. Returns the number of rows that it changed; throws
 * UnreadableSecretError for a secret that none of the keys opens.
 */
export async function resealSecrets(
  { url, ownerUrl }: { url: string; ownerUrl: string },
  secretKeys: SecretKeys,
): Promise<number> {
  const secrets = openSecretBox(secretKeys);
  await using db = openDatabase(url, { max: 1 });
  await using owner = openDatabase(ownerUrl, { max: 1, role: null });
  let changed = (await resealEmails(owner, secrets)) + (await resealTotpSecrets(db, secrets));
  const organizations = await db.selectFrom("organizations").select("id").execute();
  for (const { id } of organizations)
    changed += await withTenant(db, id, (trx) => resealIntegrations(trx, secrets, id));
  return changed;
}

/** Emails that wait in the queue, whose tables belong to the schema's owner. Before 0.1.0 the field was `letter`. */
async function resealEmails(owner: Database, secrets: SecretBox): Promise<number> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, coalesce(data ->> 'email', data ->> 'letter') as email from pgboss.job
    where name in ('mail.send', 'mail.send.exhausted') and state < 'completed' and data ?| array['email', 'letter']
  `.execute(owner);
  let changed = 0;
  for (const { id, email } of rows) {
    const resealed = secrets.reseal(Buffer.from(email, "base64"), mailPlace);
    if (resealed === null) continue;
    await sql`
      update pgboss.job set data = data - 'letter' || jsonb_build_object('email', ${resealed.toString("base64")}::text)
      where name in ('mail.send', 'mail.send.exhausted') and id = ${id}
    `.execute(owner);
    changed += 1;
  }
  return changed;
}
