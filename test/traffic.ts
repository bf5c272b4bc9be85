import { waitMs } from "./patience.ts";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Document as WordDocument, Packer, Paragraph } from "docx";
import type { Account } from "./accounts.ts";
import { multipart } from "./documents.ts";
import { deliver, envelope, messageFrom, text } from "./fake-graph-api/webhook.ts";
import { newCustomer } from "./whatsapp.ts";

interface TrafficOptions {
  url: string;
  account: Account;
  apiKey: string;
  whatsapp: { phoneNumberId: string; appSecret: string };
  question: string;
}

/** A request that succeeded in the end, after any number of retries. */
export interface CompletedRequest {
  kind: "webhook" | "stream" | "upload" | "whatsapp";
  /** The id of the new conversation, session or document; for WhatsApp the customer's number. */
  id: string;
  /** The refusals before that, such as "503 unavailable". */
  refusals: string[];
}

export interface Traffic {
  /** In the order in which they were completed. */
  completed: readonly CompletedRequest[];
  /** Waits for the requests in progress, and starts no more. */
  stop(): Promise<void>;
}

/** Sends a request once. Returns the new id or the refusal. */
type Attempt = () => Promise<{ id: string } | { refusal: string }>;

const maxAttempts = 600;
const send = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, { ...init, signal: AbortSignal.timeout(waitMs) });

/** Starts clients of four kinds. Each sends one request after the other, and retries each until it succeeds. */
export function startTraffic(options: TrafficOptions): Traffic {
  const completed: CompletedRequest[] = [];
  const stopping = new AbortController();
  const work = async (kind: CompletedRequest["kind"]): Promise<void> => {
    while (!stopping.signal.aborted) {
      completed.push({ kind, ...(await retryUntilDone(await kinds[kind](options))) });
      await delay(150);
    }
  };
  const clients = (["webhook", "webhook", "stream", "stream", "upload", "whatsapp"] as const).map(work);
  return {
    completed,
    async stop() {
      stopping.abort();
      await Promise.all(clients);
    },
  };
}

async function retryUntilDone(once: Attempt): Promise<Omit<CompletedRequest, "kind">> {
  const refusals: string[] = [];
  for (;;) {
    const result = await once().catch((error: Error) => ({ refusal: error.message }));
    if ("id" in result) return { id: result.id, refusals };
    refusals.push(result.refusal);
    if (refusals.length === maxAttempts) throw new Error(`gave up after ${refusals.slice(-3).join(", ")}`);
    await delay(200);
  }
}

/** Each prepares a request with an idempotency key, so that retries have no further effect. */
const kinds: Record<CompletedRequest["kind"], (options: TrafficOptions) => Promise<Attempt>> = {
  async webhook({ url, apiKey, question }) {
    const key = randomUUID();
    return async () => {
      const response = await send(`${url}/api/webhook/chat`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${apiKey}`,
          "content-type": "application/json",
          "idempotency-key": key,
        },
        body: JSON.stringify({ question, type: "external" }),
      });
      const body = await response.text();
      if (!response.ok) return { refusal: refusalOf(response.status, body) };
      return { id: (JSON.parse(body) as { conversationId: string }).conversationId };
    };
  },

  async stream({ url, account, question }) {
    const key = randomUUID();
    let id: string | null = null;
    const open = async (): Promise<Response> => {
      const sessions = `${url}/api/organizations/${account.organizationId}/chat/sessions`;
      return send(sessions, { method: "POST", headers: headersOf(account), body: "{}" });
    };
    return async () => {
      if (id === null) {
        const opened = await open();
        const body = await opened.text();
        if (!opened.ok) return { refusal: refusalOf(opened.status, body) };
        id = (JSON.parse(body) as { id: string }).id;
      }
      const response = await send(`${url}/api/chat/sessions/${id}/messages`, {
        method: "POST",
        headers: { ...headersOf(account), accept: "text/event-stream", "idempotency-key": key },
        body: JSON.stringify({ content: question }),
      });
      const body = await response.text();
      const isDone = response.ok && body.includes("event: done");
      return isDone ? { id } : { refusal: refusalOf(response.ok ? 503 : response.status, body) };
    };
  },

  async upload({ url, account }) {
    const key = randomUUID();
    const children = [new Paragraph(`The parcel with the number ${key} is kept at the counter.`)];
    const bytes = await Packer.toBuffer(new WordDocument({ sections: [{ children }] }));
    return async () => {
      const form = multipart({ type: "internal" }, { name: `${key}.docx`, bytes });
      const response = await send(`${url}/api/organizations/${account.organizationId}/documents/upload`, {
        method: "POST",
        headers: { ...headersOf(account), ...form.headers, "idempotency-key": key },
        body: new Uint8Array(form.payload),
      });
      const body = await response.text();
      if (!response.ok) return { refusal: refusalOf(response.status, body) };
      return { id: (JSON.parse(body) as { id: string }).id };
    };
  },

  async whatsapp({ url, account, question, whatsapp: { phoneNumberId, appSecret } }) {
    const customer = newCustomer();
    const messages = [messageFrom(customer, text(question))];
    const payload = envelope(phoneNumberId, { messages, customers: [customer] });
    const webhook = `${url}/api/whatsapp/webhook/${account.organizationId}`;
    return async () => {
      const { status, body } = await deliver(webhook, payload, { appSecret });
      return status === 200 ? { id: customer.waId } : { refusal: refusalOf(status, body) };
    };
  },
};

const headersOf = ({ cookie }: Account): Record<string, string> => ({
  cookie,
  origin: "http://localhost:0",
  "content-type": "application/json",
});

/** The status and the error code, or the beginning of the body if that is not an error of the product. */
const refusalOf = (status: number, body: string): string =>
  `${status} ${/"code":"(\w+)"/.exec(body)?.[1] ?? body.slice(0, 200)}`;
