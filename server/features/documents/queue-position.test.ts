import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Document } from "../../../contract/documents.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { uploadDocument } from "../../../test/documents.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { openDatabase } from "../../database/database.ts";

let server: TestServer;
beforeAll(async () => {
  // No worker reads documents here.
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

async function waitingOf(account: Account): Promise<Record<string, Document["waiting"]>> {
  const reply = await account.request("GET", `/api/organizations/${account.organizationId}/documents`);
  return Object.fromEntries(reply.json<Document[]>().map(({ name, waiting }) => [name, waiting]));
}

test("shows how many documents come before a waiting one, and stalled reading", async () => {
  const [one, other] = [await signUp(server), await signUp(server)];
  const bytes = Buffer.from("%PDF-1.7 waits");
  for (const name of ["First.pdf", "Second.pdf", "Third.pdf"]) await uploadDocument(one, { name, bytes });
  await uploadDocument(other, { name: "Theirs.pdf", bytes });
  // Organizations take turns: the other one's document comes after the first.
  expect(await waitingOf(one)).toEqual({
    "First.pdf": null,
    "Second.pdf": { before: 2, isStalled: false },
    "Third.pdf": { before: 3, isStalled: false },
  });
  expect(await waitingOf(other)).toEqual({ "Theirs.pdf": { before: 1, isStalled: false } });

  const owner = openDatabase(server.databaseUrl, { max: 1, role: null });
  await sql`update pgboss.job set start_after = start_after - interval '1 minute'`.execute(owner);
  expect((await waitingOf(one))["First.pdf"]).toEqual({ before: 0, isStalled: true });
  // While a document is being read, the others are only waiting for their turn.
  await sql`
    update pgboss.job set state = 'active' where name = 'document.process' and group_id = ${other.organizationId}
  `.execute(owner);
  expect((await waitingOf(one))["First.pdf"]).toBeNull();
  await owner.destroy();
});
