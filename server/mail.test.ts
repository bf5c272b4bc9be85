import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { administer } from "../test/database-server.ts";
import { startTestServer, type TestServer } from "../test/server.ts";
import { startSmtpServer, type TestSmtpServer } from "../test/smtp.ts";
import { openSecretBox } from "./auth/secret-box.ts";
import { mailPlace } from "./mail.ts";
import { openSmtpClient } from "./clients/smtp.ts";

let smtp: TestSmtpServer;
let server: TestServer;
beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await startTestServer({
    environment: { SMTP_URL: smtp.url, MAIL_FROM: "Acme <help@example.org>" },
  });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

async function send(to: string, text = "Hello"): Promise<void> {
  const { db, mail } = server.context;
  await db.transaction().execute((trx) => mail.send(trx, randomUUID(), { to, subject: "A test", text }));
}

test("sends an email as plain text and as escaped HTML", async () => {
  await send("both@example.org", "Tom & <b>Jerry</b>\n\nhttps://example.org/a?b=c&d=e");
  const { source, text } = await smtp.mailTo("both@example.org");
  expect(text).toContain("Tom & <b>Jerry</b>");
  const html = source.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  expect(html).toContain("Tom &amp; &lt;b&gt;Jerry&lt;/b&gt;");
  expect(html).toContain('<a href="https://example.org/a?b=c&amp;d=e">');
  expect(source).toContain("From: Acme <help@example.org>");
});

test("sends nothing when the transaction rolls back, and seals queued emails", async () => {
  const { db, mail } = server.context;
  const email = { subject: "A test", text: "secret-link" };
  const failing = db.transaction().execute(async (trx) => {
    await mail.send(trx, randomUUID(), { to: "never@example.org", ...email });
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  await send("after@example.org", "secret-link");
  const { rows } = await sql<{
    data: string;
  }>`select data::text from pgboss.job where name = 'mail.send'`.execute(db);
  expect(rows.length).toBeGreaterThan(0);
  for (const { data } of rows) expect(data).not.toMatch(/after@|secret-link/);
  await smtp.mailTo("after@example.org");
  expect(smtp.offered).not.toContain("never@example.org");
});

test("an email that a version before 0.1.0 has queued is sent", async () => {
  const { db, jobs, secretKeys } = server.context;
  const content = { to: "older@example.org", subject: "A test", text: "Hello from before" };
  const letter = openSecretBox(secretKeys).seal(JSON.stringify(content), mailPlace).toString("base64");
  const organizationId = randomUUID();
  await db.transaction().execute(async (trx) => {
    const waiting = { startAfterSeconds: 3600 };
    await jobs.enqueue(trx, "mail.send", { organizationId, email: "not sent" }, waiting);
  });
  await administer(
    server.databaseUrl,
    `update pgboss.job set data = data - 'email' || '{"letter":"${letter}"}', start_after = now()
      where name = 'mail.send' and data->>'organizationId' = '${organizationId}'`,
  );
  expect((await smtp.mailTo("older@example.org")).text).toContain("Hello from before");
});

test("temporary refusals are retried, permanent ones are not", async () => {
  smtp.behaviours.push("never");
  await send("unknown@example.org");
  await expect.poll(() => smtp.offered).toContain("unknown@example.org");
  smtp.behaviours.push("later");
  await send("grey@example.org");
  await smtp.mailTo("grey@example.org");
  expect(smtp.offered.filter((address) => address === "grey@example.org")).toHaveLength(2);
  expect(smtp.offered.filter((address) => address === "unknown@example.org")).toHaveLength(1);
});

test("errors of a hanging or absent mail server don't name the recipient", async () => {
  const message = {
    to: "lost@example.org",
    subject: "A test",
    text: "a",
    html: "a",
    messageId: "<1@localhost>",
  };
  smtp.behaviours.push("hangs");
  const hanging = openSmtpClient({ url: smtp.url, from: "help@example.org" }, 200);
  await expect(hanging.send(message)).rejects.toThrow(/^the mail server did not accept an email: ETIMEDOUT$/);
  const absent = openSmtpClient({ url: "smtp://127.0.0.1:9", from: "help@example.org" }, 200);
  await expect(absent.send(message)).rejects.toMatchObject({
    message: expect.not.stringContaining("lost@") as string,
    isFinal: false,
  });
});
