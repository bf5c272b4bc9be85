import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Role } from "../../../contract/common.ts";
import type { Member, PendingInvitation } from "../../../contract/identity.ts";
import { type Account, signUp, signUpMember } from "../../../test/accounts.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { startSmtpServer, type TestSmtpServer } from "../../../test/smtp.ts";
import { withTenant } from "../../database/database.ts";

let smtp: TestSmtpServer;
let server: TestServer;
let owner: Account;
let home: string;
beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await startTestServer({ environment: { SMTP_URL: smtp.url, MAIL_FROM: "help@example.org" } });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});
beforeEach(async () => {
  owner = await signUp(server, { organizationName: "Acme" });
  home = `/api/organizations/${owner.organizationId}`;
});

const joinAs = (role: Role): Promise<Account> => signUpMember(server, owner.organizationId, { role });

const change = async (by: Account, whom: Account, role: Role) =>
  (await by.request("PUT", `${home}/members/${whom.user.id}`, { role })).statusCode;
const remove = async (by: Account, whom: Account) =>
  (await by.request("DELETE", `${home}/members/${whom.user.id}`)).statusCode;
const roles = async (by: Account) =>
  (await by.request("GET", `${home}/members`)).json<Member[]>().map(({ role }) => role);

test("lists members in pages, longest membership first", async () => {
  const people = [owner, await joinAs("admin"), await joinAs("agent"), await joinAs("viewer")];
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const more = cursor === undefined ? "" : `&cursor=${cursor}`;
    const reply = await owner.request("GET", `${home}/members?limit=3${more}`);
    seen.push(...reply.json<Member[]>().map(({ id }) => id));
    cursor = reply.headers["x-next-cursor"] as string | undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(people.map(({ user }) => user.id));
  const madeUp = ["made-up", `2024-02-30 10:00:00+00 ${randomUUID()}`, `9999999999999999 ${randomUUID()}`];
  for (const text of madeUp) {
    const url = `${home}/members?cursor=${Buffer.from(text).toString("base64url")}`;
    expect((await owner.request("GET", url)).statusCode).toBeLessThan(500);
  }
  expect((await owner.request("GET", `${home}/members?cursor=made-up`)).statusCode).toBe(400);
});

test("an owner can change roles, with effect from the next request", async () => {
  const agent = await joinAs("agent");
  expect(await change(owner, agent, "viewer")).toBe(204);
  expect((await agent.request("POST", `${home}/tickets`, { title: "x" })).statusCode).toBe(403);
  expect(await change(owner, agent, "owner")).toBe(204);
  expect(await roles(agent)).toEqual(["owner", "owner"]);
});

test("an admin can manage everyone but owners", async () => {
  const admin = await joinAs("admin");
  const agent = await joinAs("agent");
  expect(await change(admin, agent, "admin")).toBe(204);
  expect(await change(admin, agent, "owner")).toBe(403);
  expect(await change(admin, owner, "viewer")).toBe(403);
  expect(await remove(admin, owner)).toBe(403);
  expect(await remove(admin, agent)).toBe(204);
  expect(await roles(owner)).toEqual(["owner", "admin"]);
});

test("no one can change members of another organization", async () => {
  const stranger = await signUp(server);
  expect(await change(owner, stranger, "viewer")).toBe(404);
  expect(await remove(owner, stranger)).toBe(404);
  expect((await stranger.request("GET", "/api/auth/user")).json()).toMatchObject({
    organizations: [{ role: "owner" }],
  });
});

describe("the last owner", () => {
  test("can neither leave nor be demoted", async () => {
    await joinAs("admin");
    const reply = await owner.request("POST", `${home}/leave`);
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([409, "last_owner"]);
    expect(await change(owner, owner, "admin")).toBe(409);
    expect(await roles(owner)).toEqual(["owner", "admin"]);
  });

  test("stays when both owners leave or are demoted at the same time", async () => {
    for (const act of [
      (by: Account, whom: Account) => remove(by, whom),
      (by: Account, whom: Account) => change(by, whom, "viewer"),
      async (by: Account) => (await by.request("POST", `${home}/leave`)).statusCode,
    ]) {
      owner = await signUp(server);
      home = `/api/organizations/${owner.organizationId}`;
      const second = await joinAs("owner");
      await Promise.all([act(owner, second), act(second, owner)]);
      const rows = await withTenant(server.context.db, owner.organizationId, (trx) =>
        trx.selectFrom("memberships").select("role").where("role", "=", "owner").execute(),
      );
      expect(rows).toHaveLength(1);
    }
  });

  test("is protected by the database as well", async () => {
    const removal = withTenant(server.context.db, owner.organizationId, (trx) =>
      trx.deleteFrom("memberships").execute(),
    );
    await expect(removal).rejects.toThrow("an organization keeps an owner");
  });
});

test("removing a member ends access and open event streams at once", async () => {
  const agent = await joinAs("agent");
  const line = await fetch(`${server.url}${home}/events`, { headers: { cookie: agent.cookie } });
  const reader = line.body?.getReader();
  await reader?.read();
  const rest = (async () => {
    let text = "";
    for (;;) {
      const chunk = await reader?.read();
      if (chunk?.value === undefined) return text;
      text += new TextDecoder().decode(chunk.value);
    }
  })();
  expect(await remove(owner, agent)).toBe(204);
  expect(await rest).toContain("member.updated");
  expect((await agent.request("GET", `${home}/documents`)).statusCode).toBe(404);
  expect((await agent.request("GET", "/api/auth/user")).json()).toMatchObject({ organizations: [] });
});

describe("an invitation", () => {
  test("is emailed, listed until accepted, and replaced when sent again", async () => {
    const email = `new-${owner.user.id}@example.org`;
    await owner.request("POST", `${home}/invitations`, { email, role: "viewer" });
    const first = await linkTo(email);
    const again = await owner.request("POST", `${home}/invitations`, { email, role: "admin" });
    expect(again.json()).toMatchObject({ isMailed: true });
    await expect.poll(() => linkTo(email)).not.toBe(first);
    const link = await linkTo(email);
    expect(await pending()).toMatchObject([{ email, role: "admin" }]);
    expect(await join(email, first)).toBe(403);
    expect(await join(email, link)).toBe(201);
    expect(await pending()).toEqual([]);
  });

  test("stops working once revoked, which only its organization may do", async () => {
    const email = `back-${owner.user.id}@example.org`;
    const reply = await owner.request("POST", `${home}/invitations`, { email });
    const [invitation] = await pending();
    const stranger = await signUp(server);
    const elsewhere = `/api/organizations/${stranger.organizationId}/invitations/${invitation?.id}`;
    expect((await stranger.request("DELETE", elsewhere)).statusCode).toBe(404);
    const revoked = await owner.request("DELETE", `${home}/invitations/${invitation?.id}`);
    expect(revoked.statusCode).toBe(204);
    expect(await join(email, reply.json<{ link: string }>().link)).toBe(403);
  });

  const pending = async () => (await owner.request("GET", `${home}/invitations`)).json<PendingInvitation[]>();
  const linkTo = async (email: string) =>
    /^http\S+$/m.exec((await smtp.mailTo(email)).text.replaceAll("\r", ""))?.[0] ?? "";
  const join = async (email: string, link: string) => {
    const invitation = new URL(link).searchParams.get("invitation");
    const payload = { email, password: "long enough", invitation };
    return (await server.app.inject({ method: "POST", url: "/api/auth/sign-up", payload })).statusCode;
  };
});

test("an owner renames the organization for everyone in it", async () => {
  const viewer = await joinAs("viewer");
  expect((await owner.request("PUT", home, { name: " Acme Stores " })).statusCode).toBe(200);
  const user = (await viewer.request("GET", "/api/auth/user")).json();
  expect(user).toMatchObject({ organizations: [{ name: "Acme Stores" }] });
  expect((await viewer.request("PUT", home, { name: "Mine" })).statusCode).toBe(403);
});
