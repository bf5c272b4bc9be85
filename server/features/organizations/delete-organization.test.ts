import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiKeyCreated } from "../../../contract/api-keys.ts";
import { signUp, signUpMember } from "../../../test/accounts.ts";
import { addWordDocument } from "../../../test/documents.ts";
import { tablesWithText } from "../../../test/stored-text.ts";
import {
  newCustomer,
  startBusiness,
  startWhatsappServer,
  type WhatsappServer,
} from "../../../test/whatsapp.ts";
import { runHousekeeping } from "../../housekeeping.ts";

let server: WhatsappServer;
beforeAll(async () => {
  server = await startWhatsappServer();
});
afterAll(() => server.close());

describe("deleting an organization", () => {
  test("ends the access of members, API keys and WhatsApp at once", async () => {
    const business = await startBusiness(server);
    const { account } = business;
    const { organizationId } = account;
    const url = `/api/organizations/${organizationId}`;
    const agent = await signUpMember(server, organizationId, { role: "agent" });
    const form = { name: "Web shop", permissions: { internal: false, external: true } };
    const { key } = ApiKeyCreated.parse((await account.request("POST", `${url}/api-keys`, form)).json());
    expect((await account.request("DELETE", url, { name: "Another" })).json()).toMatchObject({
      code: "name_mismatch",
    });
    expect((await account.request("DELETE", url, { name: "Acme Retail" })).statusCode).toBe(204);
    for (const member of [account, agent]) {
      expect((await member.request("GET", `${url}/tickets`)).statusCode).toBe(404);
      expect((await member.request("GET", "/api/auth/user")).json()).toMatchObject({ organizations: [] });
    }
    const headers = { authorization: `Bearer ${key}` };
    const payload = { question: "Hello", type: "external" };
    const asked = await server.app.inject({ method: "POST", url: "/api/webhook/chat", headers, payload });
    expect(asked.statusCode).toBe(401);
    expect((await business.deliver({})).status).toBe(404);
  });

  test("leaves no row and no file of it, and everything of others", async () => {
    const [business, other] = [await startBusiness(server), await signUp(server)];
    const { account } = business;
    const { organizationId } = account;
    await addWordDocument(account, "Returns.docx", ["Refunds take seven days."], "external");
    const kept = await addWordDocument(other, "Leave.docx", ["Leave is 21 days."], "internal");
    await business.says(newCustomer(), "I want to speak to a person");
    await account.request("POST", `/api/organizations/${organizationId}/tickets`, { title: "A torn tent" });
    await account.request("DELETE", `/api/organizations/${organizationId}`, { name: "Acme Retail" });
    await runHousekeeping(server.context);
    expect(await tablesWithText(server.databaseUrl, organizationId)).toEqual([]);
    expect((await other.request("GET", `/api/documents/${kept.id}/download`)).statusCode).toBe(200);
  });

  test("needs a recent sign-in", async () => {
    const account = await signUp(server);
    await server.context.db
      .updateTable("sessions")
      .set({ authenticated_at: new Date(0) })
      .where("user_id", "=", account.user.id)
      .execute();
    const url = `/api/organizations/${account.organizationId}`;
    const reply = await account.request("DELETE", url, { name: "Acme Retail" });
    expect(reply.json()).toMatchObject({ code: "reauthentication_required" });
  });
});
