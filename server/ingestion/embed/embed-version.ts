import { sql, type Selectable } from "kysely";
import type { EmbedVersionJob } from "../../../contract/jobs.ts";
import type { Embeddings } from "../../clients/embeddings.ts";
import { isInputFault, ModelServerError } from "../../clients/model-server.ts";
import { withTenant, type Database } from "../../database/database.ts";
import type { DB } from "../../database/schema.ts";
import type { Events } from "../../events.ts";
import type { JobHandler } from "../../jobs.ts";
import { encodeHalves } from "./halves.ts";
import { findModel, rememberModel, type EmbeddingModel } from "./models.ts";

export interface EmbeddingTools {
  db: Database;
  events: Events;
  client: Embeddings;
}

/** Chunks that are embedded and stored together; a crash loses the work of one batch at most. */
const chunksPerBatch = 32;

/** The job that embeds a completed version. Until it succeeds, the document is found by its words only. */
export function embedJob(tools: EmbeddingTools): JobHandler<"version.embed"> {
  return {
    run: (job, { signal }) => embedVersion(tools, job, signal),
    // The next sweep finds it again.
    exhausted: async () => undefined,
  };
}

/** Embeds the chunks of a version that the current model has not embedded yet, then makes the version searchable. */
export async function embedVersion(tools: EmbeddingTools, job: EmbedVersionJob, signal: AbortSignal) {
  const { db, client } = tools;
  let model = await findModel(db, client.model);
  for (;;) {
    signal.throwIfAborted();
    const chunks = await readMissing(db, job, model);
    if (chunks.length === 0) break;
    const texts = chunks.map(({ heading_path: path, text }) => [...path, text].join("\n"));
    const vectors = await embedTexts(client, texts, signal);
    model = await rememberModel(db, client.model, vectors[0]?.length ?? 0);
    await write(db, job, { model, chunks, vectors });
  }
  if (model !== null) await complete(tools, job, model);
}

type MissingChunk = Pick<Selectable<DB["chunks"]>, "segment" | "ordinal" | "text" | "heading_path">;

/** The next chunks without a vector of the model; none if the version is no longer in the index. */
async function readMissing(db: Database, job: EmbedVersionJob, model: EmbeddingModel | null) {
  const { organizationId, versionId } = job;
  const { rows } = await withTenant(db, organizationId, (trx) =>
    sql<MissingChunk>`
      select chunks.segment, chunks.ordinal, chunks.text, chunks.heading_path
      from index_versions version
      join chunks on chunks.organization_id = version.organization_id and chunks.segment = version.segment
      where version.organization_id = ${organizationId} and version.version_id = ${versionId}
        and not exists (
          select from chunk_embeddings done
          where done.organization_id = ${organizationId} and done.segment = chunks.segment
            and done.model = ${model?.id ?? null}::smallint and done.ordinal = chunks.ordinal
        )
      order by chunks.ordinal limit ${chunksPerBatch}
    `.execute(trx),
  );
  return rows;
}

async function write(
  db: Database,
  { organizationId }: EmbedVersionJob,
  { model, chunks, vectors }: { model: EmbeddingModel; chunks: MissingChunk[]; vectors: Float32Array[] },
): Promise<void> {
  const type = sql.raw(model.stored);
  const values = chunks.map(({ segment, ordinal }, at) => {
    const vector = encodeHalves(vectors[at] ?? new Float32Array(), model.stored);
    return sql`(${segment}::integer, ${ordinal}::integer, ${vector}::${type})`;
  });
  await withTenant(db, organizationId, (trx) =>
    sql`
      insert into chunk_embeddings (organization_id, segment, model, ordinal, vector)
      select ${organizationId}::uuid, row.segment, ${model.id}::smallint, row.ordinal, row.vector
      from (values ${sql.join(values)}) as row (segment, ordinal, vector)
      where exists (
        select from index_versions version
        where version.organization_id = ${organizationId} and version.segment = row.segment
      )
      on conflict do nothing
    `.execute(trx),
  );
}

/** Makes the version searchable, and deletes its vectors of other models, which cannot be compared with questions. */
async function complete({ db, events }: EmbeddingTools, job: EmbedVersionJob, model: EmbeddingModel) {
  const { organizationId, versionId } = job;
  await withTenant(db, organizationId, async (trx) => {
    const { rows } = await sql<{ segment: number }>`
      insert into embedded_versions (organization_id, segment, model)
      select organization_id, segment, ${model.id}::smallint from index_versions
      where organization_id = ${organizationId} and version_id = ${versionId}
      on conflict do nothing returning segment
    `.execute(trx);
    const segment = rows[0]?.segment;
    if (segment === undefined) return;
    for (const table of ["embedded_versions", "chunk_embeddings"]) {
      await sql`
        delete from ${sql.table(table)}
        where organization_id = ${organizationId} and segment = ${segment} and model <> ${model.id}::smallint
      `.execute(trx);
    }
    await events.publish(trx, organizationId, { type: "embeddings.updated" });
  });
}

/** Texts are not shortened below this, because every model accepts this many characters. */
const minCutCharacters = 200;

/** Returns a vector for each text. If a text is too long for the server, embeds its beginning. */
export async function embedTexts(client: Pick<Embeddings, "embed">, texts: string[], signal: AbortSignal) {
  try {
    return await client.embed(texts, signal);
  } catch (error) {
    if (!isInputFault(error)) throw error;
  }
  return Array.fromAsync(texts, (text) => embedBeginning(client, text, signal));
}

async function embedBeginning(client: Pick<Embeddings, "embed">, text: string, signal: AbortSignal) {
  for (let beginning = text; ;) {
    try {
      const [vector] = await client.embed([beginning], signal);
      if (vector !== undefined) return vector;
      throw new ModelServerError("garbage");
    } catch (error) {
      if (!isInputFault(error) || beginning.length <= minCutCharacters) throw error;
      beginning = beginning.slice(0, beginning.length / 2).toWellFormed();
    }
  }
}
