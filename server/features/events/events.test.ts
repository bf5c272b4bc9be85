import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Account, signUp, signUpMember } from "../../../test/accounts.ts";
import { uploadDocument } from "../../../test/documents.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { withTenant } from "../../database/database.ts";

let server: TestServer;
let account: Account;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  account = await signUp(server);
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page that follows an organization: the text received so far, and whether its stream is still open. */
async function follow(organizationId = account.organizationId, cookie = account.cookie, query = "") {
  const controller = new AbortController();
  const reply = await fetch(`${server.url}/api/organizations/${organizationId}/events${query}`, {
    headers: { cookie },
    signal: controller.signal,
  });
  const page = { status: reply.status, received: "", open: true, leave: () => controller.abort() };
  void (async () => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of reply.body ?? []) page.received += decoder.decode(chunk as Uint8Array);
    } catch {
      // The page has left.
    }
    page.open = false;
  })();
  return page;
}

const upload = (name = "a.pdf") => uploadDocument(account, { name, bytes: Buffer.from("%PDF-1.7\n") });

test("sends members the changes in their organization, with ids only", async () => {
  const page = await follow();
  const document = await upload();
  await expect.poll(() => page.received).toContain("event: document.updated");
  expect(page.received).toContain(`data: {"type":"document.updated","id":"${document.id}"}`);
  expect(page.received).not.toContain("a.pdf");
  page.leave();
});

test("sends a page the changes since it began to load", async () => {
  const followFor = async (ms: number, who = account) => {
    const page = await follow(who.organizationId, who.cookie, `?since=${ms}`);
    await expect.poll(() => page.received).toContain("retry");
    page.leave();
    return page.received;
  };
  // Until this process has listened for that long, it can't know what changed.
  await expect.poll(() => followFor(0)).not.toContain("event: resync");
  const stranger = await signUp(server);
  const startedAt = performance.now();
  const { id } = await upload();
  await expect.poll(() => followFor(Math.ceil(performance.now() - startedAt))).toContain(id);
  expect(await followFor(Math.ceil(performance.now() - startedAt), stranger)).not.toContain(id);
  expect((await follow(undefined, undefined, "?since=60001")).status).toBe(400);
});

test("sends nothing about another organization", async () => {
  const stranger = await signUp(server);
  const page = await follow(stranger.organizationId, stranger.cookie);
  await upload();
  await server.context.db.transaction().execute((trx) =>
    server.context.events.publish(trx, stranger.organizationId, {
      type: "feedback.created",
      id: crypto.randomUUID(),
    }),
  );
  await expect.poll(() => page.received).toContain("feedback.created");
  expect(page.received).not.toContain("document.updated");
  expect((await follow(account.organizationId, stranger.cookie)).status).toBe(404);
  page.leave();
});

test.each([
  ["signing out", () => account.request("GET", "/api/logout")],
  [
    "losing the membership",
    async () => {
      await signUpMember(server, account.organizationId, { role: "owner" });
      await withTenant(server.context.db, account.organizationId, (trx) =>
        trx.deleteFrom("memberships").where("user_id", "=", account.user.id).execute(),
      );
    },
  ],
])("sends heartbeats, and ends after %s", async (_name, leave) => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const page = await follow();
  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();
  await expect.poll(() => page.received).toContain(": still here");
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const other = await follow();
  await leave();
  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();
  await expect.poll(() => other.open).toBe(false);
  page.leave();
});

test("limits the open streams of one person", async () => {
  const pages = await Promise.all(Array.from({ length: 25 }, () => follow()));
  expect(pages.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(pages.filter(({ status }) => status === 429)).toHaveLength(5);
  for (const page of pages) page.leave();
  await expect
    .poll(async () => {
      const page = await follow();
      page.leave();
      return page.status;
    })
    .toBe(200);
});
