import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUp } from "../test/accounts.ts";
import { startTestDatabase, type TestDatabase } from "../test/database.ts";
import { startProduct, temporaryFolder } from "../test/product-process.ts";
import { startWhatsappServer } from "../test/whatsapp.ts";
import { openSecretBox, UnreadableSecretError } from "./auth/secret-box.ts";
import { openDiskStorage } from "./clients/storage-disk.ts";
import type { Storage } from "./clients/storage.ts";
import { openDatabase, withTenant } from "./database/database.ts";
import { joinInstallation, useOnlyFirstKey, useStorage } from "./installation.ts";
import { mailPlace } from "./mail.ts";
import { placeOfSecret } from "./features/whatsapp/number.ts";
import { resealSecrets } from "./reseal-secrets.ts";

let database: TestDatabase;
let storage: Storage;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.drop());

const [before, after] = [randomBytes(32), randomBytes(32)];

describe("a process joins an installation", () => {
  const join = (...secretKeys: [Buffer, ...Buffer[]]) =>
    joinInstallation(database.url, { secretKeys, storage });

  test("joins with the installation's secret key, or with both during a rotation", async () => {
    storage = await openDiskStorage(await temporaryFolder());
    await join(before);
    await join(before);
    await expect(join(after)).rejects.toThrow(/^SECRET_KEY doesn't match .*SECRET_KEY_SECOND/);
    await join(before, after);
    await join(after, before);
    await expect(join(before)).rejects.toThrow(/^SECRET_KEY is being rotated/);
    await expect(join(after)).rejects.toThrow(/^SECRET_KEY is being rotated/);
    await join(before, after);
    await useOnlyFirstKey(database.url, [after, before]);
    await join(after);
    await expect(join(before)).rejects.toThrow(/^SECRET_KEY doesn't match/);
  });

  test("joins with the installation's storage", async () => {
    const other = await openDiskStorage(await temporaryFolder());
    const joinWith = (chosen: Storage) =>
      joinInstallation(database.url, { secretKeys: [after], storage: chosen });
    await expect(joinWith(other)).rejects.toThrow(/^The files of this database are in a different storage/);
    await useStorage(database.url, other);
    await joinWith(other);
    await expect(joinWith(storage)).rejects.toThrow("a different storage");
  });
});

test("a second process with another key or storage doesn't start, and explains why", async () => {
  const shared = await startTestDatabase();
  try {
    const dataDir = await temporaryFolder();
    const environment = { DATABASE_URL: shared.url, DATA_DIR: dataDir, SECRET_KEY: "k".repeat(40) };
    const first = startProduct(environment);
    await first.ready();
    const otherKey = startProduct({ ...environment, ROLE: "worker", SECRET_KEY: "x".repeat(40) });
    const otherFiles = startProduct({ ...environment, ROLE: "web", DATA_DIR: await temporaryFolder() });
    expect([await otherKey.ended, await otherFiles.ended]).toEqual([1, 1]);
    expect(otherKey.output()).toMatch(/^SECRET_KEY doesn't match .*\n$/);
    expect(otherFiles.output()).toMatch(/^The files of this database are in a different storage.*\n$/);
    first.kill("SIGTERM");
    await first.ended;
  } finally {
    await shared.drop();
  }
});

test("encrypts every secret under the first key", async () => {
  const server = await startWhatsappServer({
    worker: false,
    environment: {
      SECRET_KEY: "b".repeat(40),
      SMTP_URL: "smtp://127.0.0.1:1",
      MAIL_FROM: "Acme <help@example.org>",
    },
  });
  try {
    const account = await signUp(server);
    const { organizationId } = account;
    const form = {
      phoneNumberId: "123456789012345",
      accessToken: "token-of-meta",
      webhookVerifyToken: "v",
      appSecret: "s",
    };
    const whatsapp = `/api/organizations/${organizationId}/whatsapp`;
    const reply = await account.request("POST", whatsapp, { businessName: "A", ...form });
    const integrationId = reply.json<{ id: string }>().id;
    const { db, mail, secretKeys } = server.context;
    const email = { to: "a@example.org", subject: "A", text: "B" };
    await db.transaction().execute((trx) => mail.send(trx, randomUUID(), email));

    const urls = { url: server.databaseUrl, ownerUrl: server.databaseUrl };
    await expect(resealSecrets(urls, [after])).rejects.toThrow(UnreadableSecretError);
    expect(await resealSecrets(urls, [after, ...secretKeys])).toBe(2);
    expect(await resealSecrets(urls, [after, ...secretKeys])).toBe(0);

    const box = openSecretBox([after]);
    const row = await withTenant(db, organizationId, (trx) =>
      trx.selectFrom("whatsapp_integrations").selectAll().executeTakeFirstOrThrow(),
    );
    const key = { organizationId, integrationId };
    expect(box.open(row.access_token, placeOfSecret.accessToken(key))).toBe("token-of-meta");
    expect(box.open(row.verify_token, placeOfSecret.verifyToken(key))).toBe("v");
    expect(box.open(row.app_secret ?? Buffer.alloc(0), placeOfSecret.appSecret(key))).toBe("s");
    const owner = openDatabase(server.databaseUrl, { max: 1, role: null });
    const { rows } = await sql<{ email: string }>`
      select data ->> 'email' as email from pgboss.job where name = 'mail.send'
    `.execute(owner);
    await owner.destroy();
    expect(rows.map((job) => box.open(Buffer.from(job.email, "base64"), mailPlace))).toEqual([
      JSON.stringify(email),
    ]);
  } finally {
    await server.close();
  }
});

test("the second key only decrypts", () => {
  const old = openSecretBox([before]);
  const sealed = old.seal("secret", "a place");
  const both = openSecretBox([after, before]);
  expect(both.open(sealed, "a place")).toBe("secret");
  expect(() => old.open(both.seal("secret", "a place"), "a place")).toThrow(UnreadableSecretError);
});
