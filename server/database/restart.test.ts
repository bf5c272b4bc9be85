import { chmod, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Account } from "../../test/accounts.ts";
import { addWordDocument } from "../../test/documents.ts";
import { startFakeGraphApi, type FakeGraphApi } from "../../test/fake-graph-api/graph-api.ts";
import { pieces, startFakeLanguageModel } from "../../test/fake-language-model/language-model.ts";
import { waitMs } from "../../test/patience.ts";
import { enterProduct } from "../../test/product-account.ts";
import { startProduct, temporaryFolder } from "../../test/product-process.ts";
import { startTraffic, type CompletedRequest, type Traffic } from "../../test/traffic.ts";
import { createKey } from "../../test/webhook-shop.ts";
import { openDatabase, withTenant, type Database } from "./database.ts";
import { findRunningPostgres, startEmbeddedPostgres } from "./embedded.ts";

const question = "Within how many days may customers return unworn shoes?";
const policy = "Customers may return unworn shoes within thirty days of the purchase.";
const answer = "SURE\nYou may return unworn shoes within 30 days of the purchase [1].";
const whatsapp = { phoneNumberId: "123456789012345", appSecret: "secret-of-the-app" };

/** Signals for a fast shutdown, an immediate shutdown and a crash. */
const ends = ["SIGINT", "SIGQUIT", "SIGKILL"] as const;

test("nothing is lost or done twice while a separate PostgreSQL is restarted", async () => {
  const home = await temporaryFolder();
  await chmod(home, 0o711);
  // Not the product's own, but restarted in the same way, and with durable commits.
  const postgres = await startEmbeddedPostgres(home);
  onTestFinished(() => postgres.stop());
  const { environment, graph } = await startOutside();
  const shared = {
    ...environment,
    DATABASE_URL: postgres.url,
    SECRET_KEY: "a secret key that both processes share",
  };
  const [web, worker] = ["web", "worker"].map((ROLE) => startProduct({ ...shared, ROLE }));
  const url = (await Promise.all([web?.ready(), worker?.ready()]))[0] ?? "";
  const account = await furnish(url, graph);
  const told = openPage(url, account);
  const traffic = startTraffic({ url, account, whatsapp, question, apiKey: await keyOf(account) });
  for (const signal of ends) {
    await waitForProgress(traffic);
    process.kill(await postmaster(home), signal);
  }
  await waitForProgress(traffic);
  await traffic.stop();
  await expectOnce(traffic.completed, { databaseUrl: postgres.url, account, graph });
  // The page may have missed events.
  expect(told()).toContain("event: resync");
  expectCleanLog(`${web?.output()}${worker?.output()}`);
});

test("nothing is lost or done twice while the embedded server is killed", async () => {
  const { environment, graph } = await startOutside();
  const product = startProduct(environment);
  const url = await product.ready();
  const account = await furnish(url, graph);
  const traffic = startTraffic({ url, account, whatsapp, question, apiKey: await keyOf(account) });
  await waitForProgress(traffic);
  process.kill(await postmaster(environment.DATA_DIR), "SIGKILL");
  await waitForProgress(traffic);
  await traffic.stop();
  const databaseUrl = (await findRunningPostgres(environment.DATA_DIR)) ?? "";
  await expectOnce(traffic.completed, { databaseUrl, account, graph });
  expectCleanLog(product.output());
});

/** A fake Graph API and a slow language model, so that there are always answers in progress. */
async function startOutside() {
  const graph = await startFakeGraphApi();
  const model = await startFakeLanguageModel();
  onTestFinished(async () => void (await Promise.all([graph.close(), model.close()])));
  const slowly = { kind: "write", pieces: pieces(answer), everyMs: 20 } as const;
  model.next(...Array.from({ length: 5_000 }, () => slowly));
  const environment = {
    DATA_DIR: await temporaryFolder(),
    ...model.environment,
    WHATSAPP_GRAPH_URL: graph.url,
  };
  return { environment, graph };
}

/** An organization with a document for each audience, and a connected number. */
async function furnish(url: string, graph: FakeGraphApi): Promise<Account> {
  const account = await enterProduct(url, "sign-up");
  await addWordDocument(account, "Returns.docx", [policy], "external");
  await addWordDocument(account, "Returns.docx", [policy], "internal");
  graph.numbers.set(whatsapp.phoneNumberId, "token");
  const form = { ...whatsapp, businessName: "Acme", webhookVerifyToken: "verify-me", accessToken: "token" };
  const connected = await account.request(
    "POST",
    `/api/organizations/${account.organizationId}/whatsapp`,
    form,
  );
  expect(connected.statusCode).toBe(201);
  return account;
}

const keyOf = async (account: Account): Promise<string> => (await createKey(account)).key;

const postmaster = async (home: string): Promise<number> =>
  Number((await readFile(path.join(home, "postgres/data/postmaster.pid"), "utf8")).split("\n")[0]);

/** Follows an organization's events as a page does, reconnecting like a browser. Returns everything received. */
function openPage(url: string, { organizationId, cookie }: Account): () => string {
  let received = "";
  const left = new AbortController();
  onTestFinished(() => left.abort());
  const follow = async (): Promise<void> => {
    const address = `${url}/api/organizations/${organizationId}/events?since=1000`;
    const stream = await fetch(address, { headers: { cookie }, signal: left.signal });
    if (stream.status !== 200) return;
    for await (const piece of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) received += piece;
  };
  void (async () => {
    for (; !left.signal.aborted; await delay(200)) await follow().catch(() => undefined);
  })();
  return () => received;
}

/** Waits until each kind of client has completed one more request. */
async function waitForProgress({ completed }: Traffic): Promise<void> {
  const from = completed.length;
  const count = (kind: CompletedRequest["kind"]) =>
    completed.slice(from).filter((each) => each.kind === kind).length;
  const counts = () => (["webhook", "stream", "upload", "whatsapp"] as const).map(count);
  await vi.waitFor(() => expect(Math.min(...counts())).toBeGreaterThan(0), waitMs);
}

interface Installation {
  databaseUrl: string;
  account: Account;
  graph: FakeGraphApi;
}

/** Checks that requests were only refused with 503, and that each had its effect exactly once. */
async function expectOnce(
  completed: readonly CompletedRequest[],
  { databaseUrl, account, graph }: Installation,
): Promise<void> {
  const db = openDatabase(databaseUrl, { max: 2 });
  onTestFinished(() => db.destroy());
  const rows = readerOf(db, account.organizationId);
  const refusals = new Set(completed.flatMap((each) => each.refusals));
  expect([...refusals]).toEqual(["503 unavailable"]);
  const idsOf = (...kinds: CompletedRequest["kind"][]) =>
    completed.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);

  await vi.waitFor(async () => {
    expect(await rows("select 1 from document_versions where status = 'processing'")).toEqual([]);
    expect(await rows("select 1 from conversations where busy_until > now()")).toEqual([]);
    const said = await rows("select state from outbox where state not in ('sent', 'unconfirmed')");
    expect(said).toEqual([]);
    const customers = await rows("select count(*) as count from outbox");
    expect(customers).toEqual([{ count: idsOf("whatsapp").length }]);
  }, waitMs);

  const exchanges = await rows(`
    select conversation_id as id, string_agg(role, ' ' order by position) as roles from messages group by conversation_id
  `);
  const rolesOf = new Map(exchanges.map(({ id, roles }) => [id, roles]));
  expect(new Set(rolesOf.values())).toEqual(new Set(["user assistant"]));
  expect(idsOf("webhook", "stream").filter((id) => !rolesOf.has(id))).toEqual([]);

  const documents = await rows("select document_id as id from document_versions where status = 'completed'");
  // Two existed before.
  expect(documents).toHaveLength(idsOf("upload").length + 2);
  const uploaded = new Set(documents.map(({ id }) => id));
  expect(idsOf("upload").filter((id) => !uploaded.has(id))).toEqual([]);

  const delivered = graph.delivered.map(({ to }) => to);
  expect(new Set(delivered).size).toBe(delivered.length);
  // Messages that may have been sent are not sent again, but shown as unconfirmed.
  const unconfirmed = await rows("select 1 from outbox where state = 'unconfirmed'");
  const missing = idsOf("whatsapp").filter((id) => !delivered.includes(id));
  expect(missing.length).toBeLessThanOrEqual(unconfirmed.length);
}

const readerOf =
  (db: Database, organizationId: string) =>
  (statement: string): Promise<Record<string, unknown>[]> =>
    withTenant(db, organizationId, async (trx) => {
      const { rows } = await sql.raw<Record<string, unknown>>(statement).execute(trx);
      return rows;
    });

/** Checks the log for unexpected errors. */
function expectCleanLog(output: string): void {
  expect(output).not.toMatch(/"level":60|\[object Object\]|failed for good/);
}
