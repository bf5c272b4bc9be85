import { argon2Sync, createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { cookiesOf, signUp, type Account } from "../../../test/accounts.ts";
import { countWaiting } from "../../../test/database.ts";
import { HttpBrowser } from "../../../test/http-browser.ts";
import { startOidcProvider, type TestOidcProvider } from "../../../test/oidc-provider.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { openReset } from "../../auth/accounts.ts";
import { totpCode, totpStep } from "../../auth/second-factors/totp.ts";
import { openDatabase } from "../../database/database.ts";

// Sign-ins and changes that began before a password change have no effect afterwards.

let provider: TestOidcProvider;
let server: TestServer;
let account: Account;
const publicUrl = "http://sizana.test:3000";
const newPassword = "a better battery";
beforeAll(async () => {
  provider = await startOidcProvider(publicUrl);
  server = await startTestServer({ environment: provider.environment, worker: false });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});
beforeEach(async () => {
  account = await signUp(server);
});

const post = (url: string, payload: object, cookie = "") =>
  server.app.inject({ method: "POST", url, payload, headers: { cookie, origin: publicUrl } });
const signIn = (password = account.password) => post("/api/auth/sign-in", { email: account.email, password });
const whoAmI = async (cookie: string) =>
  (await server.app.inject({ url: "/api/auth/user", headers: { cookie } })).statusCode;
const changePassword = () =>
  account.request("PUT", "/api/user/password", { currentPassword: account.password, newPassword });

/** Another signed-in browser: the same person's, or a thief's. */
async function otherBrowser(): Promise<{ cookie: string; request: Account["request"] }> {
  const cookie = cookiesOf(await signIn());
  const request: Account["request"] = (method, url, body) =>
    server.app.inject({
      method,
      url,
      ...(body === undefined ? {} : { payload: body }),
      headers: { cookie, origin: publicUrl },
    });
  return { cookie, request };
}

/** Begins `attempt` while a password change is not committed yet, and returns its result. */
async function duringChange<T>(attempt: () => Promise<T>): Promise<T> {
  const connection = {
    issuer: "https://elsewhere.example",
    subject: account.email,
    user_id: account.user.id,
  };
  await server.context.db.insertInto("identities").values(connection).execute();
  // The change removes the connections last, so this lock stops it just before its commit.
  const { first, late } = await whileHeld(
    sql`select 1 from identities where subject = ${account.email} for update`,
    { first: changePassword, late: attempt },
  );
  expect(first.statusCode).toBe(204);
  return late;
}

/** Begins `first`, which waits for the lock, then `late`. Releases the lock once `late` waits as well or is done. */
async function whileHeld<First, Late>(
  hold: ReturnType<typeof sql>,
  { first, late }: { first: () => PromiseLike<First>; late: () => PromiseLike<Late> },
) {
  const owner = openDatabase(server.databaseUrl, { max: 1, role: null });
  onTestFinished(() => owner.destroy());
  const both = await owner.transaction().execute(async (trx) => {
    await hold.execute(trx);
    const replies = { first: settle(first()), late: settle<Late>() };
    await expect.poll(() => countWaiting(trx)).toBe(1);
    replies.late = settle(late());
    await expect.poll(async () => replies.late.isDone || (await countWaiting(trx)) > 1).toBe(true);
    return replies;
  });
  return { first: await both.first.reply, late: await both.late.reply };
}

function settle<T>(reply: PromiseLike<T> = new Promise<T>(() => undefined)) {
  const settled = { reply: Promise.resolve(reply), isDone: false };
  settled.reply = settled.reply.finally(() => (settled.isDone = true));
  return settled;
}

/** Begins adding an authenticator app in this browser; the returned function confirms it. */
async function beginApp({ request }: Pick<Account, "request">): Promise<() => ReturnType<typeof request>> {
  await request("POST", "/api/user/totp");
  const { secret } = await server.context.db
    .selectFrom("totp_secrets")
    .select("secret")
    .where("user_id", "=", account.user.id)
    .executeTakeFirstOrThrow();
  const key = Buffer.from(server.context.secrets.open(secret, "totp"), "base64");
  const code = totpCode(key, totpStep(Date.now()));
  return () => request("POST", "/api/user/totp/confirmations", { code });
}

async function addApp(): Promise<string[]> {
  const reply = await (await beginApp(account))();
  return reply.json<{ recoveryCodes: string[] }>().recoveryCodes;
}

/** Adds a passkey; returns its id, and a function that signs in with it in a browser with these cookies. */
async function addPasskey() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const [begin, middle] = [Buffer.from("a5010203262001215820", "hex"), Buffer.from("225820", "hex")];
  const key = Buffer.concat([begin, Buffer.from(x, "base64url"), middle, Buffer.from(y, "base64url")]);
  const credentialId = randomBytes(16).toString("base64url");
  const row = {
    user_id: account.user.id,
    credential_id: credentialId,
    public_key: key,
    counter: 0,
    name: "Key",
  };
  const { id } = await server.context.db
    .insertInto("passkeys")
    .values(row)
    .returning("id")
    .executeTakeFirstOrThrow();
  const use = async (cookie: string) => {
    const options = await post("/api/auth/passkeys/options", {}, cookie);
    const { challenge } = options.json<{ challenge: string }>();
    const client = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge, origin: publicUrl }));
    const hash = (data: string | Buffer) => createHash("sha256").update(data).digest();
    // User present and verified, with a signature counter of 0.
    const authenticator = Buffer.concat([hash("sizana.test"), Buffer.from("0500000000", "hex")]);
    const response = {
      clientDataJSON: client.toString("base64url"),
      authenticatorData: authenticator.toString("base64url"),
      signature: sign("sha256", Buffer.concat([authenticator, hash(client)]), privateKey).toString(
        "base64url",
      ),
    };
    const assertion = {
      id: credentialId,
      rawId: credentialId,
      type: "public-key",
      clientExtensionResults: {},
    };
    const cookies = [cookie, cookiesOf(options)].filter(Boolean).join("; ");
    return post("/api/auth/passkeys", { response: { ...assertion, response } }, cookies);
  };
  return { id, use };
}

describe("a sign-in that began before the password was changed", () => {
  test("fails with the old password", async () => {
    const late = await duringChange(signIn);
    expect(late.json()).toMatchObject({ code: "wrong_credentials" });
    expect(await whoAmI(cookiesOf(late))).toBe(401);
  });

  test("fails with a code", async () => {
    const [code = ""] = await addApp();
    const asked = cookiesOf(await signIn());
    const late = await duringChange(() => post("/api/auth/second-factor", { code }, asked));
    expect(await whoAmI(cookiesOf(late))).toBe(401);
  });

  test("fails with single sign-on", async () => {
    provider.person = { sub: randomUUID(), email: "late@elsewhere.example" };
    const begun = await account.request("POST", "/api/user/single-sign-on");
    const connecting = new HttpBrowser(server, account.cookie);
    await connecting.connect(begun.json<{ address: string }>().address, begun.cookies[0]?.value ?? "");
    const browser = new HttpBrowser(server);
    const end = await duringChange(() => browser.go("/api/auth/single-sign-on"));
    expect(end).toBe("/sign-in?problem=refused");
    expect(await browser.whoAmI()).toBeNull();
  });

  test("fails with a code after the old password", async () => {
    const [code = ""] = await addApp();
    const asked = cookiesOf(await signIn());
    await changePassword();
    expect((await post("/api/auth/second-factor", { code }, asked)).statusCode).toBe(401);
    const again = cookiesOf(await signIn(newPassword));
    expect((await post("/api/auth/second-factor", { code }, again)).statusCode).toBe(200);
  });

  test("fails with a passkey after the old password", async () => {
    const passkey = await addPasskey();
    const asked = cookiesOf(await signIn());
    await changePassword();
    expect((await passkey.use(asked)).json()).toMatchObject({ code: "password_required" });
    expect((await passkey.use(cookiesOf(await signIn(newPassword)))).statusCode).toBe(200);
    expect((await passkey.use("")).statusCode).toBe(200);
  });

  test("does not restore the old password when it is rehashed", async () => {
    const [nonce, weak] = [randomBytes(16), { memory: 64, passes: 1, parallelism: 1, tagLength: 32 }];
    const tag = argon2Sync("argon2id", { message: Buffer.from(account.password), nonce, ...weak });
    const [salt, sum] = [nonce, tag].map((bytes) => bytes.toString("base64").replace(/=+$/, ""));
    await server.context.db
      .updateTable("users")
      .set({ password_hash: `$argon2id$v=19$m=64,t=1,p=1$${salt}$${sum}` })
      .where("id", "=", account.user.id)
      .execute();
    await duringChange(signIn);
    expect((await signIn()).statusCode).toBe(401);
    expect((await signIn(newPassword)).statusCode).toBe(200);
  });
});

describe("a session that the change ends", () => {
  test("can't set a password", async () => {
    const thief = await otherBrowser();
    const body = { currentPassword: account.password, newPassword: "the thief's own" };
    const late = await duringChange(() => thief.request("PUT", "/api/user/password", body));
    expect(late.statusCode).toBe(401);
    expect((await signIn(newPassword)).statusCode).toBe(200);
  });

  test("can't add an authenticator app", async () => {
    const confirm = await beginApp(await otherBrowser());
    expect((await duringChange(confirm)).statusCode).toBe(401);
    expect((await signIn(newPassword)).statusCode).toBe(200);
  });

  test("can't connect single sign-on", async () => {
    const thief = await otherBrowser();
    provider.person = { sub: randomUUID(), email: "thief@elsewhere.example" };
    const begun = await thief.request("POST", "/api/user/single-sign-on");
    const browser = new HttpBrowser(server, thief.cookie);
    const { address } = begun.json<{ address: string }>();
    const end = await duringChange(() => browser.connect(address, begun.cookies[0]?.value ?? ""));
    expect(end).toBe("/settings?tab=profile&problem=refused");
    const state = await account.request("GET", "/api/user/single-sign-on");
    expect(state.json()).toMatchObject({ isConnected: false });
  });
});

test("removing both second factors at the same time leaves no strong session", async () => {
  await addApp();
  const { id } = await addPasskey();
  const { first, late } = await whileHeld(sql`lock table recovery_codes in access exclusive mode`, {
    first: () => account.request("DELETE", "/api/user/totp"),
    late: () => account.request("DELETE", `/api/user/passkeys/${id}`),
  });
  expect([first.statusCode, late.statusCode]).toEqual([204, 204]);
  const sessions = await server.context.db
    .selectFrom("sessions")
    .select("is_strong")
    .where("user_id", "=", account.user.id)
    .execute();
  expect(sessions).toEqual([{ is_strong: false }]);
});

test("a new password invalidates reset links", async () => {
  const { db } = server.context;
  const token = await db.transaction().execute((trx) => openReset(trx, account.user.id));
  await changePassword();
  const reply = await post("/api/auth/password-resets", { token, newPassword: "the thief's own" });
  expect(reply.json()).toMatchObject({ code: "reset_invalid" });
});

test("a reset link and a password change at the same time run one after the other", async () => {
  const { db } = server.context;
  const token = await db.transaction().execute((trx) => openReset(trx, account.user.id));
  const body = { token, newPassword: "by the link" };
  const late = await duringChange(() => post("/api/auth/password-resets", body));
  expect(late.json()).toMatchObject({ code: "reset_invalid" });
});

test("a sign-up and an acceptance of one invitation run one after the other", async () => {
  const invited = await signUp(server, { organizationName: null });
  const invitations = `/api/organizations/${account.organizationId}/invitations`;
  const reply = await account.request("POST", invitations, { email: invited.email, role: "agent" });
  const invitation = new URL(reply.json<{ link: string }>().link).searchParams.get("invitation");
  const totp = { user_id: invited.user.id, secret: Buffer.alloc(1) };
  await server.context.db.insertInto("totp_secrets").values(totp).execute();
  // The sign-up removes the other ways into the account before it takes the invitation.
  const { first, late } = await whileHeld(
    sql`select 1 from totp_secrets where user_id = ${invited.user.id} for update`,
    {
      first: () => post("/api/auth/sign-up", { email: invited.email, password: newPassword, invitation }),
      late: () => invited.request("POST", "/api/invitations/accept", { invitation }),
    },
  );
  expect([first.statusCode, late.statusCode]).toEqual([201, 401]);
});
