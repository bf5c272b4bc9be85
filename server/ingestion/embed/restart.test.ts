import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp, type Account } from "../../../test/accounts.ts";
import { addWordDocument } from "../../../test/documents.ts";
import { startFakeEmbeddings, type FakeEmbeddings } from "../../../test/fake-embeddings/embeddings.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { openContext, type OpenContext } from "../../context.ts";
import { withTenant } from "../../database/database.ts";
import { startWorker } from "../../worker.ts";

let fake: FakeEmbeddings;
let server: TestServer;

beforeAll(async () => {
  fake = await startFakeEmbeddings();
  const environment = {
    EMBEDDINGS_BASE_URL: fake.url,
    EMBEDDINGS_API_KEY: "secret",
    EMBEDDINGS_MODEL: "words",
  };
  server = await startTestServer({ environment, worker: false });
});
afterAll(async () => {
  await server.close();
  await fake.close();
});

/** Starts a worker as a restarted process would. */
async function openWorker(): Promise<OpenContext> {
  const { config } = server.context;
  const context = await openContext(config, server.databaseUrl, pino({ level: "silent" }));
  await startWorker(context);
  return context;
}

async function countStored({ organizationId }: Account): Promise<number> {
  const { rows } = await withTenant(server.context.db, organizationId, (trx) =>
    sql<{ stored: number }>`select count(*)::integer as stored from chunk_embeddings`.execute(trx),
  );
  return rows[0]?.stored ?? 0;
}

test("a restarted worker embeds only what the stopped one has not", async () => {
  const account = await signUp(server);
  const url = `/api/organizations/${account.organizationId}/embeddings`;
  const progress = async () => (await account.request("GET", url)).json<Record<string, unknown>>();
  const sentence = "The warehouse keeps its visitors waiting for a very long time at the gate. ";
  const paragraphs = Array.from({ length: 120 }, (_, at) => `${at} ${sentence.repeat(8)}`);
  // The texts of one batch may take two requests.
  fake.misbehave({ kind: "none" }, { kind: "none" }, { kind: "hang" });
  const first = await openWorker();
  await addWordDocument(account, "Long.docx", paragraphs);
  await expect.poll(() => fake.requests.length).toBe(3);
  await first.close(0);
  const stored = await countStored(account);
  const { passages, embedded } = await progress();
  expect(stored).toBeGreaterThan(0);
  expect(stored).toBeLessThan(Number(passages));
  expect(embedded).toBe(0);
  const second = await openWorker();
  await expect.poll(progress).toMatchObject({ embedded: passages });
  await second.close(1_000);
  const asked = fake.requests.slice(3).flatMap(({ input }) => input);
  expect(asked).toHaveLength(Number(passages) - stored);
  expect(await countStored(account)).toBe(passages);
});
