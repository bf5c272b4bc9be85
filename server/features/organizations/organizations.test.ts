import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { signUp, type Account } from "../../../test/accounts.ts";
import { countWaiting } from "../../../test/database.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { deleteExpiredInvitations } from "../../auth/invitations.ts";
import { openDatabase, withTenant } from "../../database/database.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

test("a user can own several organizations, listed oldest first", async () => {
  const account = await signUp(server, { organizationName: "First" });
  const reply = await account.request("POST", "/api/organizations", { name: "Second" });
  expect(reply.statusCode).toBe(201);
  const user = (await account.request("GET", "/api/auth/user")).json<{ organizations: { name: string }[] }>();
  expect(user.organizations.map(({ name }) => name)).toEqual(["First", "Second"]);
});

test("refuses a name with a web address, but not one that is a domain", async () => {
  const account = await signUp(server);
  const name = (given: string) =>
    account.request("PUT", `/api/organizations/${account.organizationId}`, { name: given });
  for (const address of [
    "Pay at https://evil.example",
    "Bank, www.evil.example",
    "Go to evil.example/login",
  ]) {
    const refused = await name(address);
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      400,
      "Enter a name without a web address.",
    ]);
  }
  for (const known of ["Books.com (Pty) Ltd", "A/B Testing", "Dr. N. Zulu"])
    expect((await name(known)).statusCode).toBe(200);
});

test("the creator's time zone becomes the organization's, by its usual name", async () => {
  const account = await signUp(server);
  const create = async (timeZone?: string) => {
    const body = { name: "Second", ...(timeZone === undefined ? {} : { timeZone }) };
    const reply = await account.request("POST", "/api/organizations", body);
    if (reply.statusCode !== 201) return reply.statusCode;
    const { id } = reply.json<{ id: string }>();
    const report = await account.request("GET", `/api/organizations/${id}/analytics/report`);
    return report.json<{ timeZone: string }>().timeZone;
  };
  expect(await create("Africa/Johannesburg")).toBe("Africa/Johannesburg");
  expect(await create("US/Pacific")).toBe("America/Los_Angeles");
  expect(await create()).toBe("UTC");
  expect(await create("Mars/Olympus")).toBe(400);
  expect(await create("+02:00")).toBe(400);
});

describe("an invitation", () => {
  const inviteTo = async (email: string, role = "viewer") => {
    const owner = await signUp(server);
    const url = `/api/organizations/${owner.organizationId}/invitations`;
    const reply = await owner.request("POST", url, { email, role });
    expect(reply.statusCode).toBe(201);
    const invitation = new URL(reply.json<{ link: string }>().link).searchParams.get("invitation") ?? "";
    return { owner, invitation };
  };

  test("lets a new user join with its role", async () => {
    const { owner, invitation } = await inviteTo("new@example.org");
    const payload = { email: "New@example.org", password: "long enough", invitation };
    const reply = await server.app.inject({ method: "POST", url: "/api/auth/sign-up", payload });
    expect(reply.json()).toMatchObject({ organizations: [{ id: owner.organizationId, role: "viewer" }] });
    const members = await owner.request("GET", `/api/organizations/${owner.organizationId}/members`);
    expect(members.json<{ role: string }[]>().map(({ role }) => role)).toEqual(["owner", "viewer"]);
  });

  test("lets a user with an account join, once", async () => {
    const account = await signUp(server, { organizationName: null });
    const { owner, invitation } = await inviteTo(account.email, "admin");
    const accept = () => account.request("POST", "/api/invitations/accept", { invitation });
    expect((await accept()).json()).toMatchObject({
      organizations: [{ id: owner.organizationId, role: "admin" }],
    });
    expect((await accept()).statusCode).toBe(403);
  });

  test("shows its details to anyone who opens the link, until it is used", async () => {
    const { owner, invitation } = await inviteTo("asked@example.org", "agent");
    const names = { firstName: "Thandi", lastName: "Nkosi" };
    await owner.request("PUT", "/api/user/profile", names);
    const look = (token: string) =>
      server.app.inject({ method: "POST", url: "/api/invitations/lookup", payload: { invitation: token } });
    expect((await look(invitation)).json()).toEqual({
      organizationName: "Acme Retail",
      email: "asked@example.org",
      role: "agent",
      inviter: "Thandi Nkosi",
    });
    const payload = { email: "asked@example.org", password: "long enough", invitation };
    await server.app.inject({ method: "POST", url: "/api/auth/sign-up", payload });
    for (const token of [invitation, "never given"]) {
      expect((await look(token)).json()).toMatchObject({ code: "invitation_invalid" });
    }
  });

  test("is hidden from other organizations, and deleted once it has expired", async () => {
    const { owner } = await inviteTo("hidden@example.org");
    const other = await signUp(server);
    const { db } = server.context;
    const seenBy = (organizationId: string) =>
      withTenant(db, organizationId, (trx) => trx.selectFrom("invitations").select("email").execute());
    expect(await db.selectFrom("invitations").select("email").execute()).toEqual([]);
    expect(await seenBy(other.organizationId)).toEqual([]);
    expect(await seenBy(owner.organizationId)).toEqual([{ email: "hidden@example.org" }]);
    const moved = withTenant(db, other.organizationId, (trx) =>
      trx
        .insertInto("invitations")
        .values({
          token_hash: Buffer.alloc(32),
          organization_id: owner.organizationId,
          email: "planted@example.org",
          role: "admin",
          expires_at: new Date(Date.now() + 60_000),
        })
        .execute(),
    );
    await expect(moved).rejects.toThrow("row-level security");
    await withTenant(db, owner.organizationId, (trx) =>
      trx
        .updateTable("invitations")
        .set({ expires_at: new Date(0) })
        .execute(),
    );
    await deleteExpiredInvitations(db);
    expect(await seenBy(owner.organizationId)).toEqual([]);
  });

  test("replaces another one for the same address, even a simultaneous one", async () => {
    const owner = await signUp(server);
    const url = `/api/organizations/${owner.organizationId}/invitations`;
    const invite = async (email: string) => owner.request("POST", url, { email, role: "agent" });
    const tokenOf = (reply: Awaited<ReturnType<typeof invite>>) =>
      new URL(reply.json<{ link: string }>().link).searchParams.get("invitation") ?? "";
    const holder = openDatabase(server.databaseUrl, { max: 1, role: null });
    onTestFinished(() => holder.destroy());
    const { both } = await holder.transaction().execute(async (trx) => {
      // An invitation references its organization, so each waits for this lock just before it is saved.
      await sql`select 1 from organizations where id = ${owner.organizationId} for update`.execute(trx);
      const invited = Promise.all([invite("twice@example.org"), invite("Twice@Example.org")]);
      await expect.poll(() => countWaiting(trx)).toBe(2);
      return { both: invited };
    });
    expect((await both).map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    const tokens = (await both).map(tokenOf);
    const look = async (token: string) =>
      server.app.inject({ method: "POST", url: "/api/invitations/lookup", payload: { invitation: token } });
    const codes = async () => (await Promise.all(tokens.map(look))).map(({ statusCode }) => statusCode);
    const ofBoth = (await codes()).toSorted((a, b) => a - b);
    expect(ofBoth).toEqual([200, 403]);
    tokens.push(tokenOf(await invite("TWICE@example.org")));
    expect(await codes()).toEqual([403, 403, 200]);
    expect((await owner.request("GET", url)).json()).toMatchObject([{ role: "agent" }]);
  });

  test("is kept by the migration if it is the newest for its address", async () => {
    const { owner } = await inviteTo("several@example.org");
    const path = new URL("../../database/migrations/0015_one_invitation.sql", import.meta.url);
    const migration = await readFile(path, "utf8");
    const holder = openDatabase(server.databaseUrl, { max: 1, role: null });
    onTestFinished(() => holder.destroy());
    const row = {
      organization_id: owner.organizationId,
      role: "agent",
      expires_at: new Date(Date.now() + 60_000),
    };
    const left = await withTenant(holder, owner.organizationId, async (trx) => {
      await sql`drop index invitations_address`.execute(trx);
      const newest = { ...row, email: "Several@example.org", token_hash: Buffer.alloc(32, 1) };
      const older = { ...row, email: "several@Example.org", token_hash: Buffer.alloc(32, 2) };
      await trx
        .insertInto("invitations")
        .values([
          { ...newest, created_at: new Date(Date.now() + 1000) },
          { ...older, created_at: new Date(0) },
        ])
        .execute();
      await sql.raw(migration).execute(trx);
      return trx.selectFrom("invitations").select("email").execute();
    });
    expect(left).toEqual([{ email: "Several@example.org" }]);
  });

  test("is valid only for its address", async () => {
    const { invitation } = await inviteTo("somebody@example.org");
    const stranger = await signUp(server, { organizationName: null });
    const reply = await stranger.request("POST", "/api/invitations/accept", { invitation });
    expect(reply.json()).toMatchObject({ code: "invitation_invalid" });
  });
});

test("only the first user needs no invitation if sign-up is by invitation", async () => {
  const closed = await startTestServer({ worker: false, environment: { SIGN_UP: "invite" } });
  try {
    const owner = await signUp(closed);
    await expect(signUp(closed)).rejects.toThrow("invitation_required");
    const url = `/api/organizations/${owner.organizationId}/invitations`;
    const { link } = (await owner.request("POST", url, { email: "b@example.org" })).json<{ link: string }>();
    const invitation = new URL(link).searchParams.get("invitation");
    const payload = { email: "b@example.org", password: "long enough", invitation };
    const reply = await closed.app.inject({ method: "POST", url: "/api/auth/sign-up", payload });
    expect(reply.statusCode).toBe(201);
  } finally {
    await closed.close();
  }
});

test("the operator decides whether users may create further organizations", async () => {
  const allowed = async (account: Account) =>
    (await account.request("GET", "/api/organizations/creation")).json<{ allowed: boolean }>().allowed;
  const anyone = await signUp(server);
  expect(await allowed(anyone)).toBe(true);
  for (const [environment, isAllowed] of [
    [{ SIGN_UP: "invite" }, false],
    [{ SIGN_UP: "invite", NEW_ORGANIZATIONS: "open" }, true],
    [{ NEW_ORGANIZATIONS: "closed" }, false],
  ] as const) {
    const installation = await startTestServer({ worker: false, environment });
    try {
      // The first one of an empty installation can always be created, even after signing up.
      const first = await signUp(installation, { organizationName: null });
      expect(await allowed(first)).toBe(true);
      const made = await first.request("POST", "/api/organizations", { name: "First" });
      expect(made.statusCode).toBe(201);
      expect(await allowed(first)).toBe(isAllowed);
      const second = await first.request("POST", "/api/organizations", { name: "Second" });
      expect(second.statusCode).toBe(isAllowed ? 201 : 403);
      if (!isAllowed) expect(second.json()).toMatchObject({ code: "organizations_closed" });
    } finally {
      await installation.close();
    }
  }
});
