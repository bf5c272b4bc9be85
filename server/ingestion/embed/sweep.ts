import { sql } from "kysely";
import { forAllTenants, type Database, type Key } from "../../database/database.ts";
import type { Jobs } from "../../jobs.ts";
import { findModel } from "./models.ts";

const maxVersionsPerSweep = 2_000;

export interface SweepTools {
  db: Database;
  jobs: Pick<Jobs, "enqueue" | "counts">;
  /** The current model. */
  modelName: string;
}

/**
 * Queues the versions that are not embedded with the current model, which are all of them after it was set or
 * changed. Does nothing while earlier jobs are unfinished, so that no version is queued twice.
 */
export async function sweepVersions({ db, jobs, modelName }: SweepTools): Promise<void> {
  const counts = (await jobs.counts())["version.embed"];
  if (counts !== undefined && counts.waiting + counts.active > 0) return;
  const model = await findModel(db, modelName);
  let left = maxVersionsPerSweep;
  await forAllTenants(db, async (trx) => {
    if (left === 0) return;
    // Row-level security limits this to the organizations that the transaction was opened for.
    const { rows } = await sql<Key<"versionId">>`
      select version.organization_id as "organizationId", version.version_id as "versionId"
      from index_versions version
      where version.chunk_count > 0 and not exists (
        select from embedded_versions embedded
        where embedded.organization_id = version.organization_id and embedded.segment = version.segment
          and embedded.model = ${model?.id ?? null}::smallint
      )
      order by version.segment desc limit ${left}
    `.execute(trx);
    for (const version of rows) await jobs.enqueue(trx, "version.embed", version);
    left -= rows.length;
  });
}
