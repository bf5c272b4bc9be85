import { TextBox, type DocumentPage } from "../../../contract/documents.ts";
import { withTenant, type Database } from "../../database/database.ts";
import { notFound } from "../../errors.ts";
import { findCompletedVersion, type DocumentKey, type StoredVersion } from "./find-document.ts";

/** One page of the requested version, or else of the answering one. Throws not_found or not_ready. */
export async function readPage(
  db: Database,
  { organizationId, id, version, page }: DocumentKey & { version: number | undefined; page: number },
): Promise<DocumentPage> {
  return withTenant(db, organizationId, async (trx) => {
    const found = await findCompletedVersion(trx, { organizationId, id, version }, "answering");
    const row = await trx
      .selectFrom("document_pages")
      .selectAll()
      .where("organization_id", "=", organizationId)
      .where("version_id", "=", found.id)
      .where("page", "=", page)
      .executeTakeFirstOrThrow(() => notFound("page"));
    const image = `/api/documents/${id}/pages/${page}/image?version=${found.version}`;
    return {
      page,
      width: row.width,
      height: row.height,
      text: row.text,
      boxes: TextBox.array().parse(row.boxes),
      ...(found.fileType === "pdf" ? { image } : {}),
    };
  });
}

/** The version whose page is to be drawn. Throws not_found, also for Word files, which have no fixed pages. */
export async function findDrawable(
  db: Database,
  { organizationId, ...asked }: DocumentKey & { version: number | undefined },
): Promise<StoredVersion> {
  const version = await withTenant(db, organizationId, (trx) =>
    findCompletedVersion(trx, { organizationId, ...asked }, "answering"),
  );
  if (version.fileType !== "pdf") throw notFound("page image");
  return version;
}
