import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp, type Account } from "../../../test/accounts.ts";
import { addWordDocument } from "../../../test/documents.ts";
import { startFakeEmbeddings, type FakeEmbeddings } from "../../../test/fake-embeddings/embeddings.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { inUnitOfWork } from "../../database/unit-of-work.ts";

const illness = "Whoever falls ill tells the office before nine in the morning and brings a note.";
const question = "kid caught influenza";

let embeddings: FakeEmbeddings;
let server: TestServer;
beforeAll(async () => {
  embeddings = await startFakeEmbeddings({ synonyms: [["ill", "influenza", "kid", "caught"]] });
  server = await startTestServer({
    environment: {
      EMBEDDINGS_BASE_URL: embeddings.url,
      EMBEDDINGS_API_KEY: "secret",
      EMBEDDINGS_MODEL: "fake",
    },
  });
});
afterAll(async () => {
  await server.close();
  await embeddings.close();
});

const find = async (account: Account, how = server.context.retrieve): Promise<string[]> => {
  const { organizationId } = account;
  const { passages } = await inUnitOfWork(server.context.db, organizationId, (work) =>
    how(work, { organizationId, audience: "internal", question, limit: 8 }),
  );
  return passages.map(({ text }) => text);
};

test("a document is found by a paraphrase, by its own organization only", async () => {
  const [account, other] = [await signUp(server), await signUp(server)];
  await addWordDocument(account, "Illness.docx", [illness]);
  await addWordDocument(other, "Parking.docx", ["Visitors park their cars behind the warehouse."]);
  expect(await find(account, server.context.retrieveByWords)).toEqual([]);
  await expect.poll(() => find(account)).toEqual([illness]);
  expect(await find(other)).not.toContain(illness);
});
