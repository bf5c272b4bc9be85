import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, withTenant, type Database } from "../../server/database/database.ts";
import { startEmbeddedPostgres } from "../../server/database/embedded.ts";
import { migrate } from "../../server/database/migrate.ts";
import { workOfTransaction } from "../../server/database/unit-of-work.ts";
import type { ExtractedDocument } from "../../document-reader/extracted-document.ts";
import { indexVersion } from "../../server/ingestion/index/index-version.ts";
import type { Audience } from "../../contract/common.ts";
import { prepareDocument } from "../../server/ingestion/prepare/prepare-document.ts";
import type { Retrieval } from "../../server/retrieval/passage.ts";
import { openWordRetrieval } from "../../server/retrieval/retrieve.ts";
import { findTables } from "../../server/answering/tables/find-tables.ts";
import type { RetrievedTable } from "../../server/answering/tables/retrieved-table.ts";

export interface ReadDocument {
  name: string;
  content: ExtractedDocument;
  /** `internal` by default. */
  audience?: Audience;
}

/** Documents of one organization, indexed as in the product. */
export interface Collection {
  organizationId: string;
  retrieve(
    question: string,
    limit: number,
    contextWords?: ReadonlySet<string>,
    audience?: Audience,
    translation?: string,
  ): Promise<Retrieval>;
  /** The typed tables in the passages of a retrieval. */
  tables(retrieval: Retrieval): Promise<RetrievedTable[]>;
}

/** Runs a separate embedded PostgreSQL while `work` runs. */
export async function withCollections<T>(
  work: (collect: (documents: ReadDocument[]) => Promise<Collection>, db: Database) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "sizana-evals-"));
  const server = await startEmbeddedPostgres(folder, { durable: false });
  try {
    await migrate(server.url);
    const owner = openDatabase(server.url, { max: 2, role: null });
    const db = openDatabase(server.url, { max: 2 });
    try {
      return await work((documents) => collect(owner, db, documents), db);
    } finally {
      await db.destroy();
      await owner.destroy();
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function collect(owner: Database, db: Database, documents: ReadDocument[]): Promise<Collection> {
  const organizationId = randomUUID();
  await owner.insertInto("organizations").values({ id: organizationId, name: "Evaluation" }).execute();
  for (const document of documents) await indexDocument(db, organizationId, document);
  const retrieveByWords = openWordRetrieval();
  return {
    organizationId,
    retrieve: (question, limit, contextWords = new Set(), audience = "internal", translation?: string) =>
      withTenant(db, organizationId, (trx) =>
        retrieveByWords(workOfTransaction(trx), {
          organizationId,
          audience,
          question,
          contextWords,
          limit,
          translation,
        }),
      ),
    tables: ({ passages }) =>
      withTenant(db, organizationId, (trx) => findTables(trx, organizationId, passages)),
  };
}

async function indexDocument(
  db: Database,
  organizationId: string,
  { name, content, audience = "internal" }: ReadDocument,
): Promise<void> {
  const documentId = randomUUID();
  const versionId = randomUUID();
  const text = content.pages.map((page) => page.text).join("\n");
  await withTenant(db, organizationId, async (trx) => {
    await trx
      .insertInto("documents")
      .values({ id: documentId, organization_id: organizationId, audience, name })
      .execute();
    await trx
      .insertInto("document_versions")
      .values({
        id: versionId,
        organization_id: organizationId,
        document_id: documentId,
        version: 1,
        file_type: content.fileType,
        file_size: text.length,
        storage_key: versionId,
        sha256: Buffer.alloc(32),
        status: "completed",
      })
      .execute();
    await indexVersion(trx, {
      organizationId,
      audience,
      documentId,
      versionId,
      documentName: name,
      index: prepareDocument(content, name).index,
    });
  });
}
