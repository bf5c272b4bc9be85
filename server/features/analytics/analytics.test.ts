import { afterAll, beforeAll, expect, test } from "vitest";
import { dayMs } from "../../../contract/limits.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { uploadDocument } from "../../../test/documents.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { withTenant } from "../../database/database.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs);
const analyticsOf = async (account: Account) =>
  (await account.request("GET", `/api/organizations/${account.organizationId}/analytics`)).json<object>();

test("counts a chat session only once it has messages", async () => {
  const account = await signUp(server);
  const url = `/api/organizations/${account.organizationId}/chat/sessions`;
  const opened = await account.request("POST", url, { type: "internal", title: "internal Chat" });
  const { id } = opened.json<{ id: string }>();
  expect(await analyticsOf(account)).toMatchObject({ stats: { chatSessions: 0 } });
  for (const content of ["How many days of leave do I have?", "And in the second year?"]) {
    await account.request("POST", `/api/chat/sessions/${id}/messages`, { content });
  }
  expect(await analyticsOf(account)).toMatchObject({ stats: { chatSessions: 1 } });
});

/** Stores a session with one answer of the given latency, some days ago. */
async function chatted(account: Account, days: number, latencyMs: number): Promise<void> {
  const organizationId = account.organizationId;
  await withTenant(server.context.db, organizationId, async (trx) => {
    const session = await trx
      .insertInto("conversations")
      .values({
        organization_id: organizationId,
        user_id: account.user.id,
        audience: "internal",
        title: "Chat",
        created_at: daysAgo(days),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("messages")
      .values({
        organization_id: organizationId,
        conversation_id: session.id,
        role: "assistant",
        content: "Eighteen days.",
        metadata: JSON.stringify({ latencyMs }),
        created_at: daysAgo(days),
      })
      .execute();
  });
}

test("shows figures without trends for a new organization", async () => {
  expect(await analyticsOf(await signUp(server))).toEqual({
    stats: { totalDocuments: 0, chatSessions: 0, activeUsers: 1, averageResponseTime: null },
    documents: { processing: 0, failed: 0 },
    trends: { totalDocuments: null, chatSessions: null, activeUsers: null, averageResponseTime: null },
  });
});

test("counts only its own organization, compared with the thirty days before", async () => {
  const other = await signUp(server);
  await chatted(other, 1, 9000);
  const account = await signUp(server);
  await uploadDocument(account, { name: "a.pdf", bytes: Buffer.from("%PDF-1.7\n") });
  for (const [days, latencyMs] of [
    [1, 1000],
    [2, 2200],
    [3, 400],
    [40, 600],
    [45, 600],
  ] as const) {
    await chatted(account, days, latencyMs);
  }
  expect(await analyticsOf(account)).toEqual({
    stats: { totalDocuments: 1, chatSessions: 5, activeUsers: 1, averageResponseTime: "1.2s" },
    documents: { processing: 1, failed: 0 },
    trends: { totalDocuments: null, chatSessions: 50, activeUsers: null, averageResponseTime: 100 },
  });
});

test("counts a member as active only in the organizations that they used", async () => {
  const owner = await signUp(server);
  const url = `/api/organizations/${owner.organizationId}`;
  const invitation = await owner.request("POST", `${url}/invitations`, { email: "both@example.org" });
  const both = await signUp(server, { email: "both@example.org" });
  const link = new URL(invitation.json<{ link: string }>().link);
  const joined = await both.request("POST", "/api/invitations/accept", {
    invitation: link.searchParams.get("invitation"),
  });
  expect(joined.statusCode).toBe(200);
  await analyticsOf(both);
  expect(await analyticsOf(owner)).toMatchObject({ stats: { activeUsers: 1 } });
  await both.request("GET", `${url}/documents`);
  expect(await analyticsOf(owner)).toMatchObject({ stats: { activeUsers: 2 } });
  const seen = await withTenant(server.context.db, both.organizationId, (trx) =>
    trx.selectFrom("member_days").select("organization_id").execute(),
  );
  expect(seen).toEqual([{ organization_id: both.organizationId }]);
});
