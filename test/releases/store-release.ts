/**
 * Stores a backup of an installation of this version, which upgrade.test.ts upgrades to every later version:
 *
 *   node test/releases/store-release.ts VERSION
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Account } from "../accounts.ts";
import { addWordDocument } from "../documents.ts";
import { enterProduct, runCommand } from "../product-account.ts";

const [version] = process.argv.slice(2);
if (version === undefined) throw new Error("Usage: node test/releases/store-release.ts VERSION");
const dataDir = await mkdtemp(path.join(tmpdir(), "sizana-release-"));
// For root the database runs as another user, who needs access to the folder.
await chmod(dataDir, 0o711);
const product = spawn(process.execPath, [path.join(import.meta.dirname, "../../server/main.ts")], {
  env: { PATH: process.env["PATH"], DATA_DIR: dataDir, HOST: "127.0.0.1", PORT: "0", DRAIN_MS: "0" },
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  await fill(await enterProduct(await addressOf(), "sign-up"));
  const folder = path.join(import.meta.dirname, version);
  const { code, output } = await runCommand("backup", ["--to", folder], { DATA_DIR: dataDir });
  process.stdout.write(output);
  if (code !== 0) throw new Error("the backup failed");
} finally {
  product.kill("SIGTERM");
  await once(product, "close");
  await rm(dataDir, { recursive: true, force: true });
}

async function addressOf(): Promise<string> {
  let output = "";
  for await (const text of product.stdout.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    output += String(text);
    const address = /listening at (http:\/\/[\d.:]+)/.exec(output)?.[1];
    if (address !== undefined && output.includes("Sizana is ready")) return address;
  }
  throw new Error(`the product did not start:\n${output}`);
}

/** Creates a little of everything that an organization can have. */
async function fill(account: Account): Promise<void> {
  const send = async <T>(method: "POST" | "PUT", url: string, body: object): Promise<T> => {
    const reply = await account.request(method, url.replace("ORGANIZATION", account.organizationId), body);
    if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.statusCode} ${reply.body}`);
    return reply.body === "" ? ({} as T) : reply.json<T>();
  };
  await addWordDocument(account, "Leave policy.docx", [
    "Full-time employees receive fifteen working days of paid annual leave in each leave cycle.",
  ]);
  await addWordDocument(account, "Leave policy.docx", [
    "Full-time employees receive eighteen working days of paid annual leave in each leave cycle.",
  ]);
  await addWordDocument(
    account,
    "Returns.docx",
    ["Unused goods can be returned within thirty days of delivery."],
    "external",
  );
  const chat = await send<{ id: string }>("POST", "/api/organizations/ORGANIZATION/chat/sessions", {});
  for (const content of [
    "How many days of annual leave do full-time employees receive?",
    "Who won the World Cup?",
  ])
    await send("POST", `/api/chat/sessions/${chat.id}/messages`, { content });
  await send("POST", `/api/chat/sessions/${chat.id}/hand-off`, {});
  const ticket = await send<{ id: string }>("POST", "/api/organizations/ORGANIZATION/tickets", {
    title: "Refund of order 1042",
    customerName: "Sipho Dlamini",
    customerEmail: "sipho@example.org",
  });
  await send("POST", `/api/tickets/${ticket.id}/messages`, { kind: "note", content: "Called the courier." });
  const link = await send<{ token: string }>("POST", "/api/organizations/ORGANIZATION/feedback/links", {});
  await send("POST", `/api/feedback/${link.token}`, { rating: 4, comment: "Quick." });
  await send("POST", "/api/organizations/ORGANIZATION/curated-answers", {
    type: "external",
    question: "When are you open?",
    answer: "We are open from eight to five on weekdays.",
  });
  await send("POST", "/api/organizations/ORGANIZATION/api-keys", {
    name: "Shop",
    permissions: { internal: false, external: true },
  });
  await send("POST", "/api/organizations/ORGANIZATION/invitations", {
    email: "lerato@example.org",
    role: "agent",
  });
  await send("PUT", "/api/organizations/ORGANIZATION/time-zone", { timeZone: "Africa/Johannesburg" });
}
