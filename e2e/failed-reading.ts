import { equals, withTenant } from "../server/database/database.ts";
import type { Account } from "../test/accounts.ts";
import { uploadDocument, waitForDocument } from "../test/documents.ts";
import type { TestServer } from "../test/server.ts";

/** Uploads a damaged file and makes its error one of our side, so that reading it can be retried. Returns its id. */
export async function uploadWithInternalError(server: TestServer, account: Account, name: string) {
  const bytes = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(600, 7)]);
  const { id } = await uploadDocument(account, { name, bytes });
  await waitForDocument(account, id);
  const { organizationId } = account;
  await withTenant(server.context.db, organizationId, (trx) =>
    trx
      .updateTable("document_versions")
      .set({ error_code: "internal" })
      .where(equals({ organization_id: organizationId, document_id: id }))
      .execute(),
  );
  return id;
}
