import { sql } from "kysely";
import type { Document, DocumentListQuery } from "../../../contract/documents.ts";
import { withTenant, type Database } from "../../database/database.ts";
import { badRequest } from "../../errors.ts";
import { fold } from "../../pipeline/language/fold.ts";
import { documentsWithNewestVersion, selectDocument, toDocument, type DocumentRow } from "./document-rows.ts";

export interface DocumentList {
  documents: Document[];
  /** Of the next page; null at the end. */
  nextCursor: string | null;
}

/**
 * Documents by their newest upload, newest first. Every word of `search` stands in the name or the
 * summary, in any case and with or without accents.
 */
export async function listDocuments(
  db: Database,
  { organizationId, type, search, limit, cursor }: DocumentListQuery & { organizationId: string },
): Promise<DocumentList> {
  const after = cursor === undefined ? null : parseCursor(cursor);
  const words = fold(search ?? "")
    .split(/\s+/)
    .filter(Boolean);
  const rows = await withTenant(db, organizationId, (trx) => {
    let query = documentsWithNewestVersion(trx, organizationId);
    if (type !== undefined) query = query.where("documents.audience", "=", type);
    for (const word of words) query = query.where("documents.search_text", "like", `%${escapeLike(word)}%`);
    if (after !== null) {
      query = query.where(
        sql<boolean>`(documents.updated_at, documents.id) < (${after.updatedAt}, ${after.id}::uuid)`,
      );
    }
    return selectDocument(query)
      .orderBy("documents.updated_at", "desc")
      .orderBy("documents.id", "desc")
      .limit(limit + 1)
      .execute();
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    documents: page.map(toDocument),
    nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null,
  };
}

const escapeLike = (word: string): string => word.replace(/[\\%_]/g, "\\$&");

function cursorOf(row: DocumentRow): string {
  return Buffer.from(`${row.updated_at.getTime()} ${row.id}`).toString("base64url");
}

function parseCursor(cursor: string): { updatedAt: Date; id: string } {
  const text = Buffer.from(cursor, "base64url").toString();
  const parts = /^(\d{1,15}) ([0-9a-f]{8}-[0-9a-f-]{27})$/.exec(text);
  const updatedAt = new Date(Number(parts?.[1]));
  if (
    parts?.[2] === undefined ||
    !/^(?:[0-9a-f]+-){4}[0-9a-f]{12}$/.test(parts[2]) ||
    Number.isNaN(updatedAt.getTime())
  ) {
    throw badRequest("invalid_cursor", "This cursor is none that a list has given.");
  }
  return { updatedAt, id: parts[2] };
}
