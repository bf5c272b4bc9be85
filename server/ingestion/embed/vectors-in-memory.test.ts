import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp, type Account } from "../../../test/accounts.ts";
import { addWordDocument } from "../../../test/documents.ts";
import { startFakeEmbeddings, type FakeEmbeddings } from "../../../test/fake-embeddings/embeddings.ts";
import { waitMs } from "../../../test/patience.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { openContext, type OpenContext } from "../../context.ts";
import { withTenant } from "../../database/database.ts";
import type { Events } from "../../events.ts";
import type { NearestSearch } from "./nearest.ts";
import { openVectorsInMemory } from "./vectors-in-memory.ts";

const log = pino({ level: "silent" });
/** 64 dimensions of 4 bytes. */
const passageBytes = 256;

let fake: FakeEmbeddings;
let server: TestServer;
/** A second process on the same database, without a worker. */
let other: OpenContext;

beforeAll(async () => {
  fake = await startFakeEmbeddings();
  const environment = {
    EMBEDDINGS_BASE_URL: fake.url,
    EMBEDDINGS_API_KEY: "secret",
    EMBEDDINGS_MODEL: "words",
  };
  server = await startTestServer({ environment });
  other = await openContext(server.context.config, server.databaseUrl, log);
});
afterAll(async () => {
  await other.close(1_000);
  await server.close();
  await fake.close();
});

async function countNear(account: Account, search: NearestSearch): Promise<number> {
  const { organizationId } = account;
  const vector = await embed("visitors park");
  const request = { organizationId, audience: "internal" as const, vector, limit: 5 };
  const found = await withTenant(other.db, organizationId, (trx) => search.nearestChunks(trx, request));
  return found.length;
}

function embed(question: string): Promise<Float32Array> {
  const { vectors } = server.context;
  if (vectors === undefined) throw new Error("no embeddings are configured");
  return vectors.client.embedQuestion(question);
}

/** An organization with one embedded passage. */
async function open(): Promise<Account> {
  const account = await signUp(server);
  await addWordDocument(account, "Parking.docx", ["Visitors park behind the warehouse."]);
  const url = `/api/organizations/${account.organizationId}/embeddings`;
  const progress = async () => (await account.request("GET", url)).json<unknown>();
  await expect.poll(progress).toMatchObject({ model: "words", passages: 1, embedded: 1 });
  return account;
}

/** A search with a memory limit, and the organizations in its cache, which are those whose events it subscribes to. */
function openSearch(maxBytes: number): { search: NearestSearch; cached: Set<string> } {
  const cached = new Set<string>();
  const subscribe: Events["subscribe"] = (organizationId, listener) => {
    cached.add(organizationId);
    const unsubscribe = other.events.subscribe(organizationId, listener);
    return () => {
      cached.delete(organizationId);
      unsubscribe();
    };
  };
  const tools = { db: other.db, events: { subscribe }, log, modelName: "words" };
  const memory = openVectorsInMemory(tools, maxBytes, waitMs);
  return { search: { nearestChunks: (_, request) => memory.nearestOnceLoaded(request) }, cached };
}

test("evicts the least recently used organization, and loads it again on demand", async () => {
  const [first, second, third] = [await open(), await open(), await open()];
  const { search, cached } = openSearch(2 * passageBytes);
  for (const account of [first, second, first, third]) expect(await countNear(account, search)).toBe(1);
  expect([...cached]).toEqual([first.organizationId, third.organizationId]);
  expect(await countNear(second, search)).toBe(1);
  expect([...cached]).toEqual([third.organizationId, second.organizationId]);
});

test("finds nothing for an organization beyond the limit, and evicts no other", async () => {
  const [small, large] = [await open(), await open()];
  await addWordDocument(large, "Gate.docx", ["The gate opens at seven."]);
  const { search: roomy } = openSearch(1_000_000);
  await expect.poll(() => countNear(large, roomy)).toBe(2);
  const { search, cached } = openSearch(passageBytes);
  expect(await countNear(small, search)).toBe(1);
  expect(await countNear(large, search)).toBe(0);
  expect(cached).toContain(small.organizationId);
});

test("sees documents that another process adds and deletes", async () => {
  const account = await open();
  const { vectors } = other;
  if (vectors === undefined) throw new Error("no embeddings are configured");
  await expect.poll(() => countNear(account, vectors)).toBe(1);
  const { id } = await addWordDocument(account, "Gate.docx", ["The gate opens at seven."]);
  await expect.poll(() => countNear(account, vectors)).toBe(2);
  await account.request("DELETE", `/api/documents/${id}`);
  await expect.poll(() => countNear(account, vectors)).toBe(1);
});
