import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Audience } from "../contract/common.ts";
import { openDatabase, withTenant, type Database } from "../server/database/database.ts";
import { inUnitOfWork } from "../server/database/unit-of-work.ts";
import type { Block, ExtractedDocument } from "../document-reader/extracted-document.ts";
import { indexVersion } from "../server/ingestion/index/index-version.ts";
import { prepareDocument } from "../server/ingestion/prepare/prepare-document.ts";
import { understandQuery } from "../server/language/understand-query.ts";
import type { Answer } from "../server/answering/answer.ts";
import { answerQuery } from "../server/answering/extractive/answer-from-documents.ts";
import { openWordRetrieval } from "../server/retrieval/retrieve.ts";
import type { EarlierMessage } from "../server/language/follow-up.ts";

/** Shorthand for a block of a document; a string is a paragraph. */
export type WrittenBlock =
  | string
  | { heading: string; level?: number }
  | { item: string }
  | { row: string[]; header?: boolean };

/** A document with these pages, as extraction would return it. */
export function writeDocument(pages: WrittenBlock[][]): ExtractedDocument {
  const document: ExtractedDocument = { fileType: "docx", title: null, pages: [], blocks: [] };
  pages.forEach((blocks, index) => {
    const page = index + 1;
    let text = "";
    for (const written of blocks) {
      const content = contentOf(written);
      if (text !== "") text += "\n";
      document.blocks.push({
        page,
        start: text.length,
        end: text.length + content.length,
        ...kindOf(written),
      });
      text += content;
    }
    document.pages.push({ page, width: 595, height: 842, text, boxes: [] });
  });
  return document;
}

function contentOf(written: WrittenBlock): string {
  if (typeof written === "string") return written;
  if ("heading" in written) return written.heading;
  return "item" in written ? written.item : written.row.join(" | ");
}

function kindOf(written: WrittenBlock): Pick<Block, "kind" | "level" | "table" | "tableHeader"> {
  if (typeof written === "string") return { kind: "paragraph" };
  if ("heading" in written) return { kind: "heading", level: written.level ?? 1 };
  if ("item" in written) return { kind: "list_item" };
  return { kind: "table_row", table: 0, tableHeader: written.header === true };
}

export interface TestOrganization {
  add(name: string, document: ExtractedDocument, audience?: Audience): Promise<void>;
  ask(question: string, options?: { history?: EarlierMessage[]; audience?: Audience }): Promise<Answer>;
  close(): Promise<void>;
}

/** A new organization on a test database. */
export async function startTestOrganization(url: string): Promise<TestOrganization> {
  const owner = openDatabase(url, { max: 1, role: null });
  const db = openDatabase(url, { max: 2 });
  const organizationId = randomUUID();
  await sql`insert into organizations (id, name) values (${organizationId}, 'Thula Retail')`.execute(owner);
  const retrieve = openWordRetrieval();
  return {
    add: (name, document, audience = "internal") => add(db, { organizationId, audience, name, document }),
    ask: (question, { history = [], audience = "internal" } = {}) =>
      inUnitOfWork(db, organizationId, async (work) => {
        const query = understandQuery(question, history);
        return (await answerQuery(work, { organizationId, audience, query }, retrieve)).answer;
      }),
    async close() {
      await db.destroy();
      await owner.destroy();
    },
  };
}

async function add(
  db: Database,
  {
    organizationId,
    audience,
    name,
    document,
  }: { organizationId: string; audience: Audience; name: string; document: ExtractedDocument },
): Promise<void> {
  const documentId = randomUUID();
  const versionId = randomUUID();
  await withTenant(db, organizationId, async (trx) => {
    await sql`
      insert into documents (id, organization_id, audience, name)
      values (${documentId}, ${organizationId}, ${audience}, ${name})
    `.execute(trx);
    await sql`
      insert into document_versions
        (id, organization_id, document_id, version, file_type, file_size, storage_key, sha256, status)
      values (${versionId}, ${organizationId}, ${documentId}, 1, 'docx', 1, 'key', '\\x00', 'completed')
    `.execute(trx);
    for (const { page, width, height, text } of document.pages)
      await sql`
        insert into document_pages (organization_id, version_id, page, width, height, text)
        values (${organizationId}, ${versionId}, ${page}, ${width}, ${height}, ${text})
      `.execute(trx);
    await indexVersion(trx, {
      organizationId,
      audience,
      documentId,
      versionId,
      documentName: name,
      index: prepareDocument(document, name).index,
    });
  });
}
