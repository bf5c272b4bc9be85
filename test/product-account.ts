import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { LightMyRequestResponse } from "fastify";
import type { User } from "../contract/identity.ts";
import type { Account } from "./accounts.ts";

/** The user who signs up at a product that runs in a process of its own. */
const person = { email: "thandi@example.org", password: "correct horse battery" };
const origin = "http://localhost:0";

/** As scripts/run.mjs sets it: the code is not compiled again for each process. */
export const compileCache = {
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, "../node_modules/.cache/compiled"),
};

/** Runs an operator's command as npm does. */
export async function runCommand(
  command: string,
  args: string[],
  environment: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const { PATH = "" } = process.env;
  const child = spawn(
    process.execPath,
    [path.resolve(import.meta.dirname, `../scripts/${command}.ts`), ...args],
    {
      env: { PATH, ...compileCache, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

/** Signs up or in at a product that was started with PORT=0. */
export async function enterProduct(url: string, way: "sign-up" | "sign-in"): Promise<Account> {
  const form = way === "sign-up" ? { ...person, organizationName: "Acme Retail" } : person;
  const send: Account["request"] = async (method, address, body) => {
    const given = body !== undefined && "payload" in body ? body : null;
    const reply = await fetch(url + address, {
      method,
      headers: {
        origin,
        cookie,
        ...(given?.headers ?? (body ? { "content-type": "application/json" } : {})),
      },
      ...(body === undefined ? {} : { body: given ? new Uint8Array(given.payload) : JSON.stringify(body) }),
    });
    cookie ||= reply.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const rawPayload = Buffer.from(await reply.arrayBuffer());
    return {
      statusCode: reply.status,
      body: rawPayload.toString(),
      rawPayload,
      json: () => JSON.parse(rawPayload.toString()) as unknown,
    } as unknown as LightMyRequestResponse;
  };
  let cookie = "";
  const reply = await send("POST", `/api/auth/${way}`, form);
  if (reply.statusCode >= 300) throw new Error(`${way} failed: ${reply.statusCode} ${reply.body}`);
  const user = reply.json<User>();
  return { user, ...person, organizationId: user.organizations[0]?.id ?? "", cookie, request: send };
}
