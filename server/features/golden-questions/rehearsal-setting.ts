import type { Rehearsal } from "../../../contract/golden-questions.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/database.ts";
import { isRehearsing } from "./rehearse.ts";

export async function readRehearsal(db: Database, organizationId: string): Promise<Rehearsal> {
  return { enabled: await withTenant(db, organizationId, (trx) => isRehearsing(trx, organizationId)) };
}

export async function changeRehearsal(
  db: Database,
  { organizationId, userId }: { organizationId: string; userId: string },
  { enabled }: Rehearsal,
): Promise<Rehearsal> {
  await withTenant(db, organizationId, (trx) =>
    trx
      .insertInto("rehearsal_settings")
      .values({ organization_id: organizationId, enabled, updated_by: userId })
      .onConflict((again) =>
        again.column("organization_id").doUpdateSet({ enabled, updated_by: userId, updated_at: new Date() }),
      )
      .execute(),
  );
  return { enabled };
}
