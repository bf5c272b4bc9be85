import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Audience } from "../contract/common.ts";
import { withTenant, type Database, type Transaction } from "../server/database/database.ts";
import { workOfTransaction } from "../server/database/unit-of-work.ts";
import type { Block, ExtractedDocument } from "../document-reader/extracted-document.ts";
import { indexVersion } from "../server/ingestion/index/index-version.ts";
import { prepareDocument } from "../server/ingestion/prepare/prepare-document.ts";
import type { Retrieval } from "../server/retrieval/passage.ts";
import { openWordRetrieval } from "../server/retrieval/retrieve.ts";

/** A one-page document: lines that begin with # are headings, with "- " list items, and lines with " | " rows of a table. */
export function documentOf(text: string): ExtractedDocument {
  let page = "";
  let tables = 0;
  const blocks: Block[] = [];
  for (const line of text
    .trim()
    .split("\n")
    .map((part) => part.trim())) {
    const level = /^#+/.exec(line)?.[0].length ?? 0;
    const start = page === "" ? 0 : page.length + 1;
    page += (page === "" ? "" : "\n") + line.replace(/^(?:#+\s*|- )/, "");
    const where = { page: 1, start, end: page.length };
    if (level > 0) blocks.push({ kind: "heading", level, ...where });
    else if (line.includes(" | ")) {
      const isFirst = blocks.at(-1)?.kind !== "table_row";
      if (isFirst) tables++;
      blocks.push({ kind: "table_row", table: tables - 1, tableHeader: isFirst, ...where });
    } else blocks.push({ kind: line.startsWith("- ") ? "list_item" : "paragraph", ...where });
  }
  return {
    fileType: "docx",
    title: null,
    pages: [{ page: 1, width: 595, height: 842, text: page, boxes: [] }],
    blocks,
  };
}

/** Removes a version from the index; if it was its document's live version, the document has none afterwards. */
export async function removeVersion(
  trx: Transaction,
  { organizationId, versionId }: { organizationId: string; versionId: string },
): Promise<void> {
  await sql`
    update documents set answering_version_id = null
    where organization_id = ${organizationId} and answering_version_id = ${versionId}
  `.execute(trx);
  // Chunks and tables are deleted by foreign key, postings by trigger, as when the version itself is deleted.
  await sql`
    delete from index_versions where organization_id = ${organizationId} and version_id = ${versionId}
  `.execute(trx);
}

/** An organization with indexed documents, without uploads, files and jobs. */
export class TestCollection {
  readonly organizationId = randomUUID();
  readonly db: Database;
  readonly #retrieve = openWordRetrieval();

  private constructor(db: Database) {
    this.db = db;
  }

  static async create(db: Database): Promise<TestCollection> {
    const collection = new TestCollection(db);
    await db
      .insertInto("organizations")
      .values({ id: collection.organizationId, name: "Collection" })
      .execute();
    return collection;
  }

  async createDocument(name: string, audience: Audience = "internal"): Promise<string> {
    const id = randomUUID();
    const row = { id, organization_id: this.organizationId, audience, name };
    await withTenant(this.db, this.organizationId, (trx) =>
      trx.insertInto("documents").values(row).execute(),
    );
    return id;
  }

  /** Adds the row of a version, which is not indexed yet. */
  async createVersion(documentId: string, version: number): Promise<string> {
    const id = randomUUID();
    await withTenant(this.db, this.organizationId, (trx) =>
      trx
        .insertInto("document_versions")
        .values({
          id,
          organization_id: this.organizationId,
          document_id: documentId,
          version,
          file_type: "docx",
          file_size: 1,
          storage_key: id,
          sha256: Buffer.alloc(32),
        })
        .execute(),
    );
    return id;
  }

  /** Indexes a text as this version of a document; false if a newer version is live. */
  async index(
    document: { id: string; name: string; audience?: Audience },
    versionId: string,
    text: string,
  ): Promise<boolean> {
    return withTenant(this.db, this.organizationId, (trx) =>
      indexVersion(trx, {
        organizationId: this.organizationId,
        audience: document.audience ?? "internal",
        documentId: document.id,
        versionId,
        documentName: document.name,
        index: prepareDocument(documentOf(text), document.name).index,
      }),
    );
  }

  /** Adds a document with one live version. */
  async add(
    name: string,
    text: string,
    audience: Audience = "internal",
  ): Promise<{ id: string; versionId: string }> {
    const id = await this.createDocument(name, audience);
    const versionId = await this.createVersion(id, 1);
    await this.index({ id, name, audience }, versionId, text);
    return { id, versionId };
  }

  async ask(question: string, audience: Audience = "internal", limit = 5): Promise<Retrieval> {
    const { organizationId } = this;
    return withTenant(this.db, organizationId, (trx) =>
      this.#retrieve(workOfTransaction(trx), { organizationId, audience, question, limit }),
    );
  }

  /** The texts of the passages that are found, best first. */
  async find(question: string, audience: Audience = "internal"): Promise<string[]> {
    return (await this.ask(question, audience)).passages.map((passage) => passage.text);
  }
}
