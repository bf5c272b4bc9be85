import { sql } from "kysely";
import { EmbeddingsError } from "../../clients/embeddings-error.ts";
import type { Database, Transaction } from "../../database/database.ts";

export interface EmbeddingModel {
  id: number;
  dimensions: number;
}

/** Null until its first vectors are there. */
export async function findModel(db: Database | Transaction, name: string): Promise<EmbeddingModel | null> {
  const { rows } = await sql<EmbeddingModel>`
    select id, dimensions from embedding_models where name = ${name}
  `.execute(db);
  return rows[0] ?? null;
}

/** Remembers the model by its first vectors. Throws EmbeddingsError where it had other dimensions before. */
export async function rememberModel(
  db: Database | Transaction,
  name: string,
  dimensions: number,
): Promise<EmbeddingModel> {
  const known = await findModel(db, name);
  if (known === null) {
    await sql`
      insert into embedding_models (name, dimensions) values (${name}, ${dimensions}) on conflict do nothing
    `.execute(db);
  }
  const model = known ?? (await findModel(db, name));
  if (model === null || model.dimensions !== dimensions) throw new EmbeddingsError("garbage");
  return model;
}
