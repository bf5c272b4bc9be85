import { cp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ChatExchange } from "../../contract/conversations.ts";
import type { Account } from "../../test/accounts.ts";
import { addWordDocument } from "../../test/documents.ts";
import { enterProduct, runCommand } from "../../test/product-account.ts";
import { startProduct, temporaryFolder } from "../../test/product-process.ts";
import { startSmtpServer } from "../../test/smtp.ts";

// Contains a Unicode line separator, which must not end a line of the backup.
const paragraph =
  "Full-time employees receive eighteen working days of paid annual leave\u2028in each leave cycle.";

async function ask({ organizationId, request }: Account) {
  const session = await request("POST", `/api/organizations/${organizationId}/chat/sessions`, {});
  const reply = await request("POST", `/api/chat/sessions/${session.json<{ id: string }>().id}/messages`, {
    content: "How many days of annual leave do full-time employees receive?",
  });
  const { content, metadata } = ChatExchange.parse(reply.json()).assistantMessage;
  return { content, sources: metadata?.sources };
}

const fileOf = async ({ request }: Account, id: string) =>
  (await request("GET", `/api/documents/${id}/download`)).rawPayload;

test("a backup of a running installation can be restored elsewhere if it is complete", async () => {
  const dataDir = await temporaryFolder();
  const first = startProduct({ DATA_DIR: dataDir });
  const account = await enterProduct(await first.ready(), "sign-up");
  const { id } = await addWordDocument(account, "Leave policy.docx", [paragraph]);
  const answer = await ask(account);
  expect(answer.sources?.[0]).toMatchObject({ documentName: "Leave policy.docx", page: 1 });
  const file = await fileOf(account, id);

  const folder = path.join(await temporaryFolder(), "backup");
  const made = await runCommand("backup", ["--to", folder], { DATA_DIR: dataDir });
  expect(made.output).toMatch(
    /^Backed up to .* and verified: \d+ rows of \d+ tables, 1 files, the secret key\..*\n$/,
  );
  expect((await stat(folder)).mode & 0o077).toBe(0);
  // A folder can't be used for a second backup.
  const again = await runCommand("backup", ["--to", folder], { DATA_DIR: dataDir });
  expect(again).toEqual({
    code: 1,
    output: `${folder} is not empty. Choose a new folder for each backup.\n`,
  });
  // Node's recursive mkdir never returns there.
  const nowhere = await runCommand("backup", ["--to", "/proc/none/backup"], { DATA_DIR: dataDir });
  expect(nowhere).toEqual({
    code: 1,
    output: "Can't write to /proc/none/backup: it can't be created. Choose another folder.\n",
  });
  // An installation with data can't be the target of a restore.
  first.kill("SIGTERM");
  await first.ended;
  const onto = await runCommand("restore", ["--from", folder], { DATA_DIR: dataDir });
  expect(onto.code).toBe(1);
  expect(onto.output).toMatch(/^The database is not empty, and nothing was changed\..*\n$/);

  const damaged = path.join(await temporaryFolder(), "damaged");
  await cp(folder, damaged, { recursive: true });
  const [victim = ""] = (await readdir(path.join(damaged, "database"))).filter((name) =>
    name.includes("users"),
  );
  const bytes = await readFile(path.join(damaged, "database", victim));
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  await writeFile(path.join(damaged, "database", victim), bytes);
  const elsewhere = await temporaryFolder();
  const refused = await runCommand("restore", ["--from", damaged], { DATA_DIR: elsewhere });
  expect(refused).toEqual({
    code: 1,
    output: `The backup is damaged: database/${victim} is not what was written.\n`,
  });
  const nothing = await runCommand("restore", ["--from", await temporaryFolder()], { DATA_DIR: elsewhere });
  expect(nothing.output).toMatch(/is not a complete backup: it has no manifest\.json\.\n$/);

  const restored = await runCommand("restore", ["--from", folder], { DATA_DIR: elsewhere });
  expect(restored.output).toMatch(/^Restored the backup of .* and verified it\..*\n$/);
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const second = startProduct({
    DATA_DIR: elsewhere,
    SMTP_URL: smtp.url,
    MAIL_FROM: "Acme <help@example.org>",
  });
  const same = await enterProduct(await second.ready(), "sign-in");
  expect(same.organizationId).toBe(account.organizationId);
  expect(await ask(same)).toEqual(answer);
  expect((await fileOf(same, id)).equals(file)).toBe(true);
  // New data works too: sequences continue, and rows are counted.
  await addWordDocument(same, "Second.docx", ["Part-time employees receive nine working days."]);

  const invitation = { email: "sipho@example.org", role: "agent" };
  const invited = await same.request(
    "POST",
    `/api/organizations/${same.organizationId}/invitations`,
    invitation,
  );
  expect(invited.statusCode).toBe(201);
  expect(second.output()).toContain("are held since the restore");
  expect(smtp.offered).toEqual([]);
  const released = await runCommand("release", [], { DATA_DIR: elsewhere });
  expect(released).toEqual({ code: 0, output: "Released: email and WhatsApp messages go out again.\n" });
  expect((await smtp.mailTo(invitation.email)).text).toContain("Acme Retail");
});
