import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { waitMs } from "../patience.ts";
import { FakeMedia } from "./media.ts";
import { Receipt, SentMessage, shownText } from "./message-rules.ts";

/** How Meta may fail at the next message. */
export type Fault =
  /** Refuses with this error code. */
  | { kind: "refuse"; code: number; httpStatus?: number; retryAfterSeconds?: number }
  /** Replies with HTML instead of JSON. */
  | { kind: "garbage"; httpStatus: number }
  /** Delivers the message, then closes the connection without a reply. */
  | { kind: "deliver_and_drop" }
  /** Delivers the message and never replies. */
  | { kind: "deliver_and_hang" }
  /** Closes the connection and delivers nothing. */
  | { kind: "drop" };

/** A message that the customer's phone shows. */
export interface Delivered {
  wamid: string;
  phoneNumberId: string;
  /** The phone number, or Meta's id for the user. */
  to: string;
  message: SentMessage;
  text: string;
  at: number;
}

export interface FakeGraphApi {
  /** For WHATSAPP_GRAPH_URL. */
  url: string;
  /** Delivered messages in order; `calls` has every call, refused ones included. */
  delivered: Delivered[];
  calls: { path: string; body: unknown; at: number }[];
  receipts: string[];
  /** Files that customers sent. */
  media: FakeMedia;
  /** The access token of each number that exists. */
  numbers: Map<string, string>;
  /** Queues a fault for the next message, to one customer or to any. */
  misbehave(fault: Fault, to?: string): void;
  /** Calls back for every delivered message. */
  onDelivered(listener: (message: Delivered) => void): void;
  /** Calls back for every read receipt with the customer's message's wamid; `typing`: with a typing indicator. */
  onReceipt(listener: (wamid: string, options: { typing: boolean }) => void): void;
  /** Waits until `count` messages were delivered to a customer. */
  waitFor(to: string, count: number): Promise<Delivered[]>;
  close(): Promise<void>;
}

/** The part of Meta's Graph API for WhatsApp messages, over HTTP on loopback. */
export async function startFakeGraphApi(options: { port?: number } = {}): Promise<FakeGraphApi> {
  const state = new FakeState();
  const server = createServer((request, response) => {
    state.handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v26.0`,
    delivered: state.delivered,
    calls: state.calls,
    receipts: state.receipts,
    media: state.media,
    numbers: state.numbers,
    misbehave: (fault, to) => void state.faults.push({ fault, to }),
    onDelivered: (listener) => void state.listeners.push(listener),
    onReceipt: (listener) => void state.receiptListeners.push(listener),
    waitFor: (to, count) => state.waitFor(to, count),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

class FakeState {
  readonly delivered: Delivered[] = [];
  readonly calls: FakeGraphApi["calls"] = [];
  readonly receipts: string[] = [];
  readonly media = new FakeMedia();
  readonly numbers = new Map<string, string>();
  readonly faults: { fault: Fault; to: string | undefined }[] = [];
  readonly listeners: ((message: Delivered) => void)[] = [];
  readonly receiptListeners: ((wamid: string, options: { typing: boolean }) => void)[] = [];

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? "/", "http://graph").pathname;
    if (request.method === "GET") {
      const origin = `http://${request.headers.host}`;
      if (this.media.handle(request, response, { tokens: this.numbers, origin })) return;
      return this.#show(request, response, path);
    }
    const body: unknown = JSON.parse(await readBody(request));
    this.calls.push({ path, body, at: Date.now() });
    const phoneNumberId = /^\/v\d+\.\d+\/([^/]+)\/messages$/.exec(path)?.[1];
    const token = phoneNumberId === undefined ? undefined : this.numbers.get(phoneNumberId);
    if (request.method !== "POST" || phoneNumberId === undefined || token === undefined) {
      return refuse(response, 400, 100, "Unsupported post request");
    }
    if (request.headers.authorization !== `Bearer ${token}`)
      return refuse(response, 401, 190, "Error validating access token");
    const receipt = Receipt.safeParse(body);
    if (receipt.success) {
      const { message_id: wamid, typing_indicator: typing } = receipt.data;
      this.receipts.push(wamid);
      for (const listener of this.receiptListeners) listener(wamid, { typing: typing !== undefined });
      return reply(response, 200, { success: true });
    }
    const message = SentMessage.safeParse(body);
    const to = message.data?.to ?? message.data?.recipient;
    if (!message.success || to === undefined) return refuse(response, 400, 100, "Invalid parameter");
    return this.#receive(response, phoneNumberId, to, message.data);
  }

  /** Replies with a number's data if the token is the number's. */
  #show(request: IncomingMessage, response: ServerResponse, path: string): void {
    const id = /^\/v\d+\.\d+\/([^/]+)$/.exec(path)?.[1];
    const token = id === undefined ? undefined : this.numbers.get(id);
    if (token === undefined) return refuse(response, 400, 100, "Unsupported get request");
    if (request.headers.authorization !== `Bearer ${token}`)
      return refuse(response, 401, 190, "Error validating access token");
    reply(response, 200, { id, display_phone_number: "+27 10 555 0100" });
  }

  async #receive(
    response: ServerResponse,
    phoneNumberId: string,
    to: string,
    message: SentMessage,
  ): Promise<void> {
    const at = this.faults.findIndex((fault) => fault.to === undefined || fault.to === to);
    const fault = at === -1 ? undefined : this.faults.splice(at, 1)[0]?.fault;
    switch (fault?.kind) {
      case "refuse":
        if (fault.retryAfterSeconds !== undefined)
          response.setHeader("retry-after", String(fault.retryAfterSeconds));
        return refuse(response, fault.httpStatus ?? 400, fault.code, "Refused");
      case "garbage":
        response.writeHead(fault.httpStatus, { "content-type": "text/html" }).end("<html>Sorry</html>");
        return;
      case "drop":
        response.destroy();
        return;
      default:
    }
    const wamid = this.#deliver(phoneNumberId, to, message);
    if (fault?.kind === "deliver_and_drop") response.destroy();
    // The connection stays open until the server is closed or the caller disconnects.
    else if (fault?.kind === "deliver_and_hang") return;
    else
      reply(response, 200, {
        messaging_product: "whatsapp",
        contacts: [{ input: to, wa_id: to }],
        messages: [{ id: wamid }],
      });
  }

  #deliver(phoneNumberId: string, to: string, message: SentMessage): string {
    const wamid = `wamid.OUT${crypto.randomUUID()}`;
    const delivered = {
      wamid,
      phoneNumberId,
      to: to.replace(/^\+/, ""),
      message,
      text: shownText(message),
      at: Date.now(),
    };
    this.delivered.push(delivered);
    for (const listener of this.listeners) listener(delivered);
    return wamid;
  }

  async waitFor(to: string, count: number): Promise<Delivered[]> {
    const deadline = Date.now() + waitMs;
    for (;;) {
      const found = this.delivered.filter((message) => message.to === to);
      if (found.length >= count) return found;
      if (Date.now() > deadline) throw new Error(`${found.length} of ${count} messages reached the customer`);
      await delay(20);
    }
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function refuse(response: ServerResponse, httpStatus: number, code: number, message: string): void {
  const error = {
    message: `(#${code}) ${message}`,
    type: "OAuthException",
    code,
    error_data: { details: message },
    fbtrace_id: "A",
  };
  reply(response, httpStatus, { error });
}

function reply(response: ServerResponse, httpStatus: number, body: object): void {
  response.writeHead(httpStatus, { "content-type": "application/json" }).end(JSON.stringify(body));
}
