/**
 * npm run demo: the product with an invented shop, in a data folder of its own (./data-demo), and a page on which you
 * write to the shop as a customer over a simulated WhatsApp. The first run fills the shop through the public HTTP API;
 * each run prints the addresses.
 */
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { findDatabaseUrl } from "../demo/database.ts";
import { seedFeedback } from "../demo/seed/feedback.ts";
import { Api } from "../demo/seed/http.ts";
import { seedQuestions } from "../demo/seed/questions.ts";
import { seedShop } from "../demo/seed/shop.ts";
import { seedTickets } from "../demo/seed/tickets.ts";
import { connectNumber, openSimulator, seedConversations, type DemoNumber } from "../demo/seed/whatsapp.ts";
import { serveSimulator } from "../demo/simulator/serve.ts";
import type { Simulator } from "../demo/simulator/simulator.ts";
import { openDatabase } from "../server/database/database.ts";
import { startFakeGraphApi } from "../test/fake-graph-api/graph-api.ts";
import { root } from "./steps.ts";

interface SignIn {
  email: string;
  password: string;
}

const dataDir = (process.env["DATA_DIR"] ??= path.join(root, "data-demo"));
process.env["LOG_LEVEL"] ??= "warn";
const port = Number(process.env["PORT"] || "3000");
const host = process.env["HOST"] || "127.0.0.1";
const simulatorPort = Number(process.env["SIMULATOR_PORT"] || port + 1);
const address = `http://127.0.0.1:${port}`;

const graph = await startFakeGraphApi();
process.env["WHATSAPP_GRAPH_URL"] = graph.url;
await import("./start.ts");

const known = await readJson<SignIn>("demo-sign-in.json");
const signIn = known ?? { email: "lindiwe@thula.example", password: randomBytes(9).toString("base64url") };
const api = known === null ? await signUp(signIn) : await Api.enter(address, "/api/auth/sign-in", signIn);
const number = (await readJson<DemoNumber>("demo-whatsapp.json")) ?? (await connect(api));
const file = path.join(dataDir, "demo-phones.json");
const simulator = await openSimulator(graph, number, { address, file });
if (known === null) await seed(api, number, simulator);
simulator.latencyMs = 700;
const phonePage = await serveSimulator(simulator, { host, port: simulatorPort });
process.stdout.write(
  `
  Open      http://localhost:${port}
  Email     ${signIn.email}
  Password  ${signIn.password}

  Be a customer on WhatsApp   http://localhost:${phonePage.port}

`,
);

async function signUp(by: SignIn): Promise<Api> {
  const names = { firstName: "Lindiwe", lastName: "Mokoena", organizationName: "Thula Home & Outdoor" };
  const entered = await Api.enter(address, "/api/auth/sign-up", { ...by, ...names });
  // Stored first, so that you can still sign in to a demo that was interrupted while filling.
  await writeJson("demo-sign-in.json", by);
  return entered;
}

async function connect(by: Api): Promise<DemoNumber> {
  const connected = await connectNumber(by);
  await writeJson("demo-whatsapp.json", connected);
  return connected;
}

async function seed(by: Api, { organizationId }: DemoNumber, phones: Simulator): Promise<void> {
  const db = openDatabase(await findDatabaseUrl(dataDir), { max: 2 });
  try {
    await seedShop(by, organizationId);
    await seedFeedback(db, organizationId);
    await seedTickets(by, db, organizationId);
    await seedQuestions(by, db, organizationId);
    await seedConversations(by, db, phones, organizationId);
  } finally {
    await db.destroy();
  }
}

/** Null if there is no such file yet. */
async function readJson<T>(name: string): Promise<T | null> {
  const text = await readFile(path.join(dataDir, name), "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as T);
}

async function writeJson(name: string, value: object): Promise<void> {
  await writeFile(path.join(dataDir, name), JSON.stringify(value), { mode: 0o600 });
}
