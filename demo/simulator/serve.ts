import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import type { Phone } from "./phones.ts";
import { attachments, newNumber, type Attachment, type Simulator } from "./simulator.ts";

const Words = z.string().trim().min(1).max(4000);
const Body = z.discriminatedUnion("do", [
  z.object({ do: z.literal("add"), name: Words.max(60) }),
  z.object({ do: z.literal("write"), waId: z.string(), text: Words }),
  z.object({ do: z.literal("choose"), waId: z.string(), wamid: z.string(), choiceId: z.string() }),
  z.object({
    do: z.literal("attach"),
    waId: z.string(),
    attachment: z.enum(Object.keys(attachments) as [Attachment, ...Attachment[]]),
  }),
  z.object({ do: z.literal("look"), waId: z.string() }),
  z.object({ do: z.literal("switch"), waId: z.string(), on: z.boolean() }),
]);
type Body = z.infer<typeof Body>;

const maxBodyBytes = 20_000;
const files: Record<string, { file: string; type: string }> = {
  "/": { file: "page.html", type: "text/html; charset=utf-8" },
  "/page.js": { file: "page.js", type: "text/javascript; charset=utf-8" },
};

/**
 * Serves the page on which you are a customer of the demo, at `port` or, if that is in use, at a free one. Resolves
 * once it listens.
 */
export async function serveSimulator(
  simulator: Simulator,
  { host, port }: { host: string; port: number },
): Promise<{ port: number; close(): void }> {
  const server = createServer((request, response) => {
    handle(simulator, request, response).catch(() => response.destroy());
  });
  const listen = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(at, host, resolve);
    });
  await listen(port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    return listen(0);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function handle(
  simulator: Simulator,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "http://simulator");
  const asset = files[pathname];
  if (request.method === "GET" && asset !== undefined) {
    response.writeHead(200, { "content-type": asset.type, "cache-control": "no-store" });
    response.end(await readFile(new URL(asset.file, import.meta.url)));
    return;
  }
  if (request.method === "GET" && pathname === "/events") return follow(simulator, response);
  if (request.method === "POST" && pathname === "/do" && isOwnPage(request)) {
    const body = Body.safeParse(await readJson(request));
    const phone = body.success ? await act(simulator, body.data) : null;
    response.writeHead(phone === null ? 400 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(phone));
    return;
  }
  response.writeHead(404).end();
}

/** Pages of other sites must not write as the demo's customers. */
function isOwnPage({ headers }: IncomingMessage): boolean {
  return headers.origin === undefined || headers.origin === `http://${headers.host}`;
}

async function act(simulator: Simulator, body: Body): Promise<Phone | null> {
  if (body.do === "add") return simulator.phones.add(newNumber(), body.name);
  const phone = simulator.phones.find(body.waId);
  if (phone === undefined) return null;
  switch (body.do) {
    case "write":
      await simulator.write(phone, body.text);
      break;
    case "choose": {
      const message = phone.messages.find(({ wamid }) => wamid === body.wamid);
      if (message !== undefined) await simulator.choose(phone, message, body.choiceId);
      break;
    }
    case "attach":
      await simulator.attach(phone, body.attachment);
      break;
    case "look":
      await simulator.markRead(phone);
      break;
    case "switch":
      await simulator.switch(phone, body.on);
      break;
  }
  return phone;
}

/** Streams every phone, and then each phone that changes. */
function follow(simulator: Simulator, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  const show = (phone: Phone): void => {
    const { typingUntil, ...shown } = phone;
    const typing = typingUntil > Date.now();
    response.write(`data: ${JSON.stringify({ ...shown, typing })}\n\n`);
  };
  for (const phone of simulator.phones.all()) show(phone);
  const stop = simulator.phones.onChange(show);
  response.on("close", stop);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request) {
    sizeBytes += (chunk as Buffer).length;
    if (sizeBytes > maxBodyBytes) return null;
    chunks.push(chunk as Buffer);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return null;
  }
}
