import { sql } from "kysely";
import type { EmbeddingProgress } from "../../../contract/model-usage.ts";
import type { Transaction } from "../../database/database.ts";
import { findModel } from "./models.ts";
import { fitsMemory } from "./vectors-in-memory.ts";

/** How many of an organization's passages are embedded with the current model. Counts completely embedded versions. */
export async function readEmbeddingProgress(
  trx: Transaction,
  { organizationId, modelName }: { organizationId: string; modelName: string | undefined },
): Promise<EmbeddingProgress> {
  if (modelName === undefined) return { model: null, passages: 0, embedded: 0, searched: true };
  const model = await findModel(trx, modelName);
  const { rows } = await sql<{ passages: number; embedded: number }>`
    select coalesce(sum(version.chunk_count), 0)::integer as passages,
      coalesce(sum(version.chunk_count) filter (where embedded.segment is not null), 0)::integer as embedded
    from index_versions version
    left join embedded_versions embedded
      on embedded.organization_id = version.organization_id and embedded.segment = version.segment
        and embedded.model = ${model?.id ?? null}::smallint
    where version.organization_id = ${organizationId}
  `.execute(trx);
  const { passages = 0, embedded = 0 } = rows[0] ?? {};
  const searched = model === null || fitsMemory(embedded, model.dimensions) || model.stored === "halfvec";
  return { model: modelName, passages, embedded, searched };
}
