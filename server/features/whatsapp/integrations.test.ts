import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { WhatsappTest } from "../../../contract/whatsapp.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import {
  eventually,
  newCustomer,
  startBusiness,
  startWhatsappServer,
  type WhatsappServer,
} from "../../../test/whatsapp.ts";
import { openDatabase, withTenant } from "../../database/database.ts";

const form = {
  businessName: "Acme Retail",
  phoneNumberId: "106540352242922",
  accessToken: "EAAG-secret-access-token",
  webhookVerifyToken: "my-verify-token",
};

let server: WhatsappServer;
beforeAll(async () => {
  server = await startWhatsappServer();
});
afterAll(() => server.close());

const urlOf = (account: Account, id?: string) =>
  `/api/organizations/${account.organizationId}/whatsapp${id === undefined ? "" : `/${id}`}`;

async function join(owner: Account, role: string): Promise<Account> {
  const account = await signUp(server, { organizationName: null });
  const url = `/api/organizations/${owner.organizationId}/invitations`;
  const { link } = (await owner.request("POST", url, { email: account.email, role })).json<{
    link: string;
  }>();
  const invitation = new URL(link).searchParams.get("invitation");
  const reply = await account.request("POST", "/api/invitations/accept", { invitation });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return { ...account, organizationId: owner.organizationId };
}

describe("an integration", () => {
  test("is created by exactly the four fields and listed without its access token", async () => {
    const account = await signUp(server);
    const created = await account.request("POST", urlOf(account), form);
    expect(created.statusCode).toBe(201);
    const listed = await account.request("GET", urlOf(account));
    const { webhookVerifyToken } = form;
    expect(listed.json()).toEqual([{ ...created.json<object>(), webhookVerifyToken }]);
    expect(created.json()).toMatchObject({
      businessName: "Acme Retail",
      phoneNumberId: "106540352242922",
      isActive: true,
      webhookUrl: expect.stringMatching(new RegExp(`/api/whatsapp/webhook/${account.organizationId}$`)),
      // Staff see that deliveries can't be verified yet.
      problem: { code: "app_secret_missing" },
    });
    for (const secret of [form.accessToken, form.webhookVerifyToken]) {
      expect(created.body).not.toContain(secret);
    }
    expect(listed.body).not.toContain(form.accessToken);
  });

  test("shows its verify token only to members who may change it", async () => {
    const owner = await signUp(server);
    await owner.request("POST", urlOf(owner), form);
    const tokenFor = async (account: Account) =>
      (await account.request("GET", urlOf(account))).json<{ webhookVerifyToken: string }[]>()[0]
        ?.webhookVerifyToken;
    expect(await tokenFor(owner)).toBe(form.webhookVerifyToken);
    expect(await tokenFor(await join(owner, "admin"))).toBe(form.webhookVerifyToken);
    expect(await tokenFor(await join(owner, "agent"))).toBe("••••••••");
    expect(await tokenFor(await join(owner, "viewer"))).toBe("••••••••");
  });

  test("keeps its secrets encrypted at rest", async () => {
    const account = await signUp(server);
    await account.request("POST", urlOf(account), { ...form, appSecret: "app-secret-of-meta" });
    const row = await withTenant(server.context.db, account.organizationId, (trx) =>
      trx.selectFrom("whatsapp_integrations").selectAll().executeTakeFirstOrThrow(),
    );
    const stored = Buffer.concat([
      row.access_token,
      row.verify_token,
      row.app_secret ?? Buffer.alloc(0),
    ]).toString("latin1");
    for (const secret of [form.accessToken, form.webhookVerifyToken, "app-secret-of-meta"]) {
      expect(stored).not.toContain(secret);
    }
  });

  test("is unique per number, and can be changed, deactivated and deleted", async () => {
    const account = await signUp(server);
    const { id } = (await account.request("POST", urlOf(account), form)).json<{ id: string }>();
    expect((await account.request("POST", urlOf(account), form)).json()).toMatchObject({
      code: "whatsapp_number_taken",
    });
    const changed = await account.request("PUT", urlOf(account, id), {
      businessName: "Acme",
      isActive: false,
    });
    expect(changed.json()).toMatchObject({
      businessName: "Acme",
      phoneNumberId: form.phoneNumberId,
      isActive: false,
    });
    expect((await account.request("DELETE", urlOf(account, id))).statusCode).toBe(204);
    expect((await account.request("GET", urlOf(account))).json()).toEqual([]);
    expect((await account.request("PUT", urlOf(account, id), {})).statusCode).toBe(404);
  });

  test("is refused if another one gets the same number at the same moment", async () => {
    const account = await signUp(server);
    const ids: string[] = [];
    for (const phoneNumberId of ["1001", "1002"]) {
      const reply = await account.request("POST", urlOf(account), { ...form, phoneNumberId });
      ids.push(reply.json<{ id: string }>().id);
    }
    const owner = openDatabase(server.databaseUrl, { max: 1, role: null });
    onTestFinished(() => owner.destroy());
    const { replies } = await withTenant(owner, account.organizationId, async (trx) => {
      // Both see that the number is free, and wait before they save it.
      await sql`lock table whatsapp_integrations in share mode`.execute(trx);
      const both = ids.map((id) => account.request("PUT", urlOf(account, id), { phoneNumberId: "1003" }));
      await eventually(async () => {
        const { rows } = await sql`select from pg_locks
          where relation = 'whatsapp_integrations'::regclass and not granted
            and database = (select oid from pg_database where datname = current_database())`.execute(trx);
        return rows.length === 2;
      });
      return { replies: Promise.all(both) };
    });
    const statuses = (await replies).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test.each([
    ["a number that would change the address", { phoneNumberId: "../../me" }],
    ["a token that would break out of its header", { accessToken: "a\r\nx-other: 1" }],
    ["an empty business name", { businessName: "  " }],
  ])("is refused with %s", async (_what, bad) => {
    const account = await signUp(server);
    expect((await account.request("POST", urlOf(account), { ...form, ...bad })).statusCode).toBe(400);
  });

  test("refuses a verify token with spaces, with a sentence that names the field", async () => {
    const account = await signUp(server);
    const reply = await account.request("POST", urlOf(account), { ...form, webhookVerifyToken: "my phrase" });
    expect(reply.json()).toMatchObject({
      message: "The webhook verify token can't contain spaces or special characters.",
    });
  });

  test("is managed by owners and admins, and seen by members only", async () => {
    const owner = await signUp(server);
    const { id } = (await owner.request("POST", urlOf(owner), form)).json<{ id: string }>();
    const [admin, agent, viewer] = [
      await join(owner, "admin"),
      await join(owner, "agent"),
      await join(owner, "viewer"),
    ];
    const stranger = { ...(await signUp(server)), organizationId: owner.organizationId };
    const outcomes = async (account: Account) => [
      (await account.request("GET", urlOf(account))).statusCode,
      (await account.request("POST", urlOf(account), { ...form, phoneNumberId: account.user.id })).statusCode,
      (await account.request("PUT", urlOf(account, id), { businessName: "Acme" })).statusCode,
    ];
    expect(await outcomes(admin)).toEqual([200, 201, 200]);
    expect(await outcomes(agent)).toEqual([200, 403, 403]);
    expect(await outcomes(viewer)).toEqual([200, 403, 403]);
    expect(await outcomes(stranger)).toEqual([404, 404, 404]);
    expect((await server.app.inject({ method: "GET", url: urlOf(owner) })).statusCode).toBe(401);
    const other = await signUp(server);
    expect((await other.request("PUT", urlOf(other, id), { businessName: "Mine" })).statusCode).toBe(404);
    expect((await other.request("DELETE", urlOf(other, id))).statusCode).toBe(404);
  });

  test("is tested by its own organization only, without messages to customers", async () => {
    const { account, integration, ...business } = await startBusiness(server);
    const tested = async () =>
      (await account.request("POST", `${urlOf(account, integration.id)}/test`)).json<WhatsappTest>();
    const asked = server.graph.delivered.length;
    expect(await tested()).toEqual({
      token: "accepted",
      displayPhoneNumber: "+27 10 555 0100",
      hasAppSecret: true,
      lastMessageAt: null,
    });
    expect(server.graph.delivered.length).toBe(asked);
    await business.says(newCustomer(), "hello");
    await eventually(async () => (await tested()).lastMessageAt !== null);
    await account.request("PUT", urlOf(account, integration.id), { accessToken: "old", appSecret: null });
    expect(await tested()).toMatchObject({ token: "refused", displayPhoneNumber: null, hasAppSecret: false });
    const stranger = await signUp(server);
    const foreign = await stranger.request("POST", `${urlOf(stranger, integration.id)}/test`);
    expect(foreign.statusCode).toBe(404);
  });

  test("an inactive integration keeps messages until it is active again", async () => {
    const business = await startBusiness(server);
    const { account } = business;
    await account.request("PUT", urlOf(account, business.integration.id), { isActive: false });
    const quiet = newCustomer();
    await business.says(quiet, "hello");
    await eventually(async () => (await business.messages()).length === 1);
    expect(server.graph.delivered.filter(({ to }) => to === quiet.waId)).toEqual([]);
    await account.request("PUT", urlOf(account, business.integration.id), { isActive: true });
    const heard = newCustomer();
    await business.says(heard, "hello");
    await server.graph.waitFor(heard.waId, 1);
    expect(await server.graph.waitFor(quiet.waId, 1)).toHaveLength(1);
    expect((await business.messages()).filter(({ role }) => role === "user")).toHaveLength(2);
  });
});
