import { sql } from "kysely";
import { ModelServerError } from "../../clients/model-server.ts";
import type { Database, Transaction } from "../../database/database.ts";
import { insertIfNew } from "../../database/rows.ts";
import type { VectorType } from "./halves.ts";

export interface EmbeddingModel {
  id: number;
  dimensions: number;
  /** The same for all models. Changes once if an operator installs pgvector. */
  stored: VectorType;
}

/** The model with this name; null until its first vectors are stored. */
export async function findModel(db: Database, name: string): Promise<EmbeddingModel | null> {
  const { rows } = await sql<EmbeddingModel>`
    select id, dimensions, (
      select typname::text from pg_attribute join pg_type on pg_type.oid = atttypid
      where attrelid = 'chunk_embeddings'::regclass and attname = 'vector'
    ) as stored
    from embedding_models where name = ${name}
  `.execute(db);
  return rows[0] ?? null;
}

/** Stores the model with the dimensions of its first vectors. Throws ModelServerError if they have changed since. */
export async function rememberModel(db: Database, name: string, dimensions: number): Promise<EmbeddingModel> {
  const known = await findModel(db, name);
  const model = known ?? (await db.transaction().execute((trx) => addModel(trx, name, dimensions)));
  if (model === null || model.dimensions !== dimensions) throw new ModelServerError("garbage");
  return model;
}

async function addModel(trx: Transaction, name: string, dimensions: number): Promise<EmbeddingModel | null> {
  await insertIfNew(trx, "embedding_models", { name, dimensions });
  const model = await findModel(trx, name);
  await indexModel(trx, model);
  return model;
}

/** Creates pgvector's index of the model's vectors, if PostgreSQL has pgvector and the index does not exist. */
export async function indexModel(db: Database, model: EmbeddingModel | null): Promise<void> {
  if (model?.stored !== "halfvec") return;
  const make = async (trx: Database): Promise<void> => {
    // For millions of vectors this takes many minutes.
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`select index_embedding_model(${model.id}::smallint)`.execute(trx);
  };
  await (db.isTransaction ? make(db) : db.transaction().execute(make));
}
