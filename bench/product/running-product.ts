import { spawn, type ChildProcess } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { root } from "../../scripts/steps.ts";

/** The number that follows `name` on the command line. */
export function option(name: string, fallback: number): number {
  const at = process.argv.indexOf(name);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
}

/** The value below which `share` (0 to 1) of the values are. */
export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

export interface Product {
  child: ChildProcess;
  url: string;
  startMs: number;
}

/**
 * Starts the product by the script behind `npm start`, on a free port. `environment` has the operator's settings,
 * `folder` is the checkout to start.
 */
export async function start(
  dataDir: string,
  environment: Record<string, string> = {},
  folder: string = root,
): Promise<Product> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path.join(folder, "scripts/run.mjs"), "start"], {
    env: {
      PATH: process.env["PATH"] ?? "",
      DATA_DIR: dataDir,
      HOST: "127.0.0.1",
      PORT: "0",
      DRAIN_MS: "0",
      ...environment,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let log = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    if (!log.includes("is ready")) log += text;
  });
  while (!log.includes("is ready")) {
    if (child.exitCode !== null) throw new Error(`the product did not start:\n${log}`);
    await delay(5);
  }
  const url = /listening at (http:\/\/[\d.:]+)/.exec(log)?.[1] ?? "";
  return { child, url, startMs: performance.now() - startedAt };
}

export async function stop({ child }: Product): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}

/** The ids of a process and all of its descendants. Linux only. */
async function withDescendants(pid: number): Promise<Set<number>> {
  const parents = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, "utf8").catch(() => "") : "";
    const parent = /^.*\) \S (\d+)/s.exec(stat)?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const found = new Set([pid]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const [child, parent] of parents) if (found.has(parent)) found.add(child);
  }
  return found;
}

/** The proportional set size of a process and its descendants, in MB: shared pages count once. Linux only. */
export async function memoryMb(pid: number): Promise<number> {
  let kilobytes = 0;
  for (const each of await withDescendants(pid)) {
    const rollup = await readFile(`/proc/${each}/smaps_rollup`, "utf8").catch(() => "");
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
  }
  return kilobytes / 1024;
}

/** The CPU time of a process and its descendants so far, in ms: of PostgreSQL and of the rest. Linux only. */
export async function cpuMs(pid: number): Promise<{ server: number; database: number }> {
  const spent = { server: 0, database: 0 };
  for (const each of await withDescendants(pid)) {
    const stat = await readFile(`/proc/${each}/stat`, "utf8").catch(() => "");
    const [, name, user, system] = /^\d+ \((.*)\) (?:\S+ ){11}(\d+) (\d+)/s.exec(stat) ?? [];
    spent[name === "postgres" ? "database" : "server"] += (Number(user ?? 0) + Number(system ?? 0)) * 10;
  }
  return spent;
}

/** A signed-in user with an organization. */
export class Client {
  /** Changes when the product is restarted on another port. */
  url: string;
  cookie = "";
  organizationId = "";

  constructor(url: string) {
    this.url = url;
  }

  async call(method: string, address: string, body?: object | FormData): Promise<Response> {
    const headers: Record<string, string> = { cookie: this.cookie, origin: this.url };
    if (body !== undefined && !(body instanceof FormData)) headers["content-type"] = "application/json";
    const sent = body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) };
    const response = await fetch(this.url + address, { method, headers, ...sent });
    const retryAfter = response.headers.get("retry-after");
    if (response.status === 429 && retryAfter !== null) {
      // A fast machine uploads more per minute than one user may.
      await delay(1_000 * Number(retryAfter));
      return this.call(method, address, body);
    }
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);
    return response;
  }

  /** Signs up with a new organization. */
  async signUp(email = "bench@example.org"): Promise<void> {
    const person = { email, password: "a long password", organizationName: "Bench" };
    const response = await this.call("POST", "/api/auth/sign-up", person);
    this.cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const user = (await response.json()) as { organizations: { id: string }[] };
    this.organizationId = user.organizations[0]?.id ?? "";
  }

  /** Uploads a document and returns the milliseconds until it is `completed`. */
  async upload(name: string, bytes: Buffer, type = "internal"): Promise<number> {
    const startedAt = performance.now();
    await this.add(name, bytes, type);
    return performance.now() - startedAt;
  }

  /** Uploads a document, waits until it is `completed`, and returns its id. */
  async add(name: string, bytes: Buffer, type = "internal"): Promise<string> {
    const id = await this.send(name, bytes, type);
    for (;;) {
      const document = (await (await this.call("GET", `/api/documents/${id}`)).json()) as { status: string };
      if (document.status === "completed") return id;
      if (document.status === "error") throw new Error(`${name} ended in an error`);
      await delay(20);
    }
  }

  /** Uploads a document without waiting until it is read, and returns its id. */
  async send(name: string, bytes: Buffer, type = "internal"): Promise<string> {
    const form = new FormData();
    form.set("type", type);
    form.set("file", new Blob([new Uint8Array(bytes)]), name);
    const reply = await this.call("POST", `/api/organizations/${this.organizationId}/documents/upload`, form);
    return ((await reply.json()) as { id: string }).id;
  }

  /** The number of documents that are still being read, among the newest 200. */
  async processing(): Promise<number> {
    const reply = await this.call("GET", `/api/organizations/${this.organizationId}/documents?limit=200`);
    return ((await reply.json()) as { status: string }[]).filter(({ status }) => status === "processing")
      .length;
  }

  /** Creates API keys that may ask external documents. */
  async keys(count: number): Promise<string[]> {
    const keys: string[] = [];
    for (let n = 0; n < count; n++) {
      const form = { name: `Bench ${n}`, permissions: { internal: false, external: true } };
      const reply = await this.call("POST", `/api/organizations/${this.organizationId}/api-keys`, form);
      keys.push(((await reply.json()) as { key: string }).key);
    }
    return keys;
  }
}
