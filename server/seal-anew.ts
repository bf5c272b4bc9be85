import { sql } from "kysely";
import { openSecretBox, type SecretBox } from "./auth/secret-box.ts";
import { sealTotpSecretsAnew } from "./auth/second-factors/second-factors.ts";
import { openDatabase, withTenant, type Database } from "./database/database.ts";
import { sealIntegrationsAnew } from "./features/whatsapp/seal-anew.ts";
import { placeOfLetter } from "./mail.ts";
import type { SecretKeys } from "./secret-key.ts";

/**
 * Seals everything in the database under the first of the keys: the one list of what is sealed. Afterwards the
 * others are not needed any more. How many rows it changed; throws UnreadableSecretError for what none of the
 * keys opens.
 */
export async function sealAnew(
  { url, ownerUrl }: { url: string; ownerUrl: string },
  secretKeys: SecretKeys,
): Promise<number> {
  const secrets = openSecretBox(secretKeys);
  const db = openDatabase(url, { max: 1 });
  const owner = openDatabase(ownerUrl, { max: 1, role: null });
  try {
    let changed = (await sealLettersAnew(owner, secrets)) + (await sealTotpSecretsAnew(db, secrets));
    const organizations = await db.selectFrom("organizations").select("id").execute();
    for (const { id } of organizations)
      changed += await withTenant(db, id, (trx) => sealIntegrationsAnew(trx, secrets, id));
    return changed;
  } finally {
    await db.destroy();
    await owner.destroy();
  }
}

/** Those that wait in the queue, which belongs to the owner of the schema. */
async function sealLettersAnew(owner: Database, secrets: SecretBox): Promise<number> {
  const { rows } = await sql<{ id: string; letter: string }>`
    select id, data ->> 'letter' as letter from pgboss.job
    where name in ('mail.send', 'mail.send.exhausted') and state < 'completed' and data ? 'letter'
  `.execute(owner);
  let changed = 0;
  for (const { id, letter } of rows) {
    const anew = secrets.sealAnew(Buffer.from(letter, "base64"), placeOfLetter);
    if (anew === null) continue;
    await sql`
      update pgboss.job set data = jsonb_set(data, '{letter}', to_jsonb(${anew.toString("base64")}::text))
      where name in ('mail.send', 'mail.send.exhausted') and id = ${id}
    `.execute(owner);
    changed += 1;
  }
  return changed;
}
