import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TicketDetail } from "../../../contract/tickets.ts";
import { addMember, signUp, signUpMember, type Account } from "../../../test/accounts.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { startSmtpServer } from "../../../test/smtp.ts";
import { tablesWithText } from "../../../test/stored-text.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

const deleteAccount = ({ request, email }: Account) => request("DELETE", "/api/user", { email });
const whereIs = (text: string) => tablesWithText(server.databaseUrl, text);

describe("deleting an account", () => {
  test("removes the person and their chats, also in an organization that they left", async () => {
    const [owner, former] = [await signUp(server), await signUp(server)];
    const agent = await signUpMember(server, owner.organizationId, { role: "agent" });
    await addMember(server, former.organizationId, { user: agent.user, role: "viewer" });
    for (const { organizationId } of [owner, former]) {
      const sessions = `/api/organizations/${organizationId}/chat/sessions`;
      const { id } = (await agent.request("POST", sessions, {})).json<{ id: string }>();
      await agent.request("POST", `/api/chat/sessions/${id}/messages`, {
        content: "What does zqpayslip mean?",
      });
    }
    await agent.request("POST", `/api/organizations/${former.organizationId}/leave`);
    const tickets = `/api/organizations/${owner.organizationId}/tickets`;
    const ticket = (await agent.request("POST", tickets, { title: "A torn tent" })).json<TicketDetail>();
    await agent.request("POST", `/api/tickets/${ticket.id}/messages`, { content: "We will mend it." });

    expect((await deleteAccount({ ...agent, email: owner.email })).json()).toMatchObject({
      code: "email_mismatch",
    });
    expect((await deleteAccount(agent)).statusCode).toBe(204);
    expect((await agent.request("GET", "/api/auth/user")).statusCode).toBe(401);
    expect([await whereIs(agent.email), await whereIs("zqpayslip"), await whereIs(agent.user.id)]).toEqual([
      [],
      [],
      [],
    ]);
    const kept = (await owner.request("GET", `/api/tickets/${ticket.id}`)).json<TicketDetail>();
    expect(kept.messages).toMatchObject([{ content: "We will mend it.", author: null }]);
  });

  test("deletes an organization without other members", async () => {
    const account = await signUp(server);
    await deleteAccount(account);
    const ended = server.context.db.selectFrom("organizations").select("deleted_at");
    const row = await ended.where("id", "=", account.organizationId).executeTakeFirstOrThrow();
    expect(row.deleted_at).not.toBeNull();
  });

  test("is refused for the only owner of an organization with others", async () => {
    const owner = await signUp(server, { organizationName: "Acme Retail" });
    const admin = await signUpMember(server, owner.organizationId, { role: "admin" });
    const refused = await deleteAccount(owner);
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      409,
      "You are the only owner of Acme Retail. Make someone else an owner first, or delete it.",
    ]);
    const role = `/api/organizations/${owner.organizationId}/members/${admin.user.id}`;
    await owner.request("PUT", role, { role: "owner" });
    expect((await deleteAccount(owner)).statusCode).toBe(204);
    expect(
      (await admin.request("GET", `/api/organizations/${owner.organizationId}/tickets`)).statusCode,
    ).toBe(200);
  });

  test("is confirmed by an email to the address of the account", async () => {
    const smtp = await startSmtpServer();
    const environment = { SMTP_URL: smtp.url, MAIL_FROM: "help@example.org" };
    const withMail = await startTestServer({ environment });
    const account = await signUp(withMail);
    expect((await deleteAccount(account)).statusCode).toBe(204);
    const { source, text } = await smtp.mailTo(account.email);
    expect(source).toContain("Subject: Your account was deleted (Sizana)");
    expect(text).toContain("What you wrote to customers stays, without your name.");
    await withMail.close();
    await smtp.close();
  });
});
