/**
 * npm run demo: the product with an invented shop in it, in a data folder of its own (./data-demo).
 * Fills it through the same HTTP interface that everybody uses, once; prints the address and the sign-in.
 */
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { demoDocuments } from "../demo/documents.ts";
import { root } from "./steps.ts";

interface SignIn {
  email: string;
  password: string;
}

const dataDir = (process.env["DATA_DIR"] ??= path.join(root, "data-demo"));
process.env["LOG_LEVEL"] ??= "warn";
const port = process.env["PORT"] || "3000";
const address = `http://127.0.0.1:${port}`;
const signInFile = path.join(dataDir, "demo-sign-in.json");

const questions = {
  internal: [
    "How many days of annual leave do I get?",
    "and for part-time staff?",
    "Where can I park my car?",
  ],
  external: ["How much is the gas braai?", "How long do I have to return a product?"],
} as const;

/** A request as the signed-in user; throws with what the server said. */
async function call(
  cookie: string,
  method: string,
  url: string,
  body?: object | FormData,
): Promise<Response> {
  const isForm = body instanceof FormData;
  const response = await fetch(address + url, {
    method,
    headers: {
      cookie,
      origin: address,
      ...(isForm || body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return response;
}

const json = async <T>(response: Promise<Response>): Promise<T> => (await (await response).json()) as T;

async function seed(): Promise<SignIn> {
  const signIn: SignIn = { email: "lindiwe@thula.example", password: randomBytes(9).toString("base64url") };
  const names = { firstName: "Lindiwe", lastName: "Mokoena", organizationName: "Thula Home & Outdoor" };
  const response = await call("", "POST", "/api/auth/sign-up", { ...signIn, ...names });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const { organizations } = (await response.json()) as { organizations: { id: string }[] };
  const organization = `/api/organizations/${organizations[0]?.id}`;
  // Kept before the rest, so that a demo that was interrupted while filling can still be entered.
  await writeFile(signInFile, JSON.stringify(signIn), { mode: 0o600 });
  await uploadAll(cookie, organization);
  for (const [type, asked] of Object.entries(questions)) {
    const title = `${type} Chat`;
    const session = await json<{ id: string }>(
      call(cookie, "POST", `${organization}/chat/sessions`, { type, title }),
    );
    for (const content of asked) {
      await call(cookie, "POST", `/api/chat/sessions/${session.id}/messages`, { role: "user", content });
    }
  }
  return signIn;
}

async function uploadAll(cookie: string, organization: string): Promise<void> {
  for (const { fileName, audience } of demoDocuments) {
    const form = new FormData();
    form.set("type", audience);
    form.set("file", new Blob([await readFile(path.join(root, "demo", "files", fileName))]), fileName);
    await call(cookie, "POST", `${organization}/documents/upload`, form);
  }
  for (;;) {
    const documents = await json<{ status: string }[]>(call(cookie, "GET", `${organization}/documents`));
    if (documents.every(({ status }) => status !== "processing")) return;
    await delay(100);
  }
}

await import("./start.ts");
const seeded = await readFile(signInFile, "utf8").then(
  (text) => JSON.parse(text) as SignIn,
  () => null,
);
const { email, password } = seeded ?? (await seed());
process.stdout.write(
  `\n  Open      http://localhost:${port}\n  E-mail    ${email}\n  Password  ${password}\n\n`,
);
