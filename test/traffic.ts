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

/** What a client had done in the end, however often it asked for it. */
export interface Deed {
  kind: "webhook" | "stream" | "upload" | "whatsapp";
  /** The conversation, session or document that it made; of WhatsApp the customer's number. */
  id: string;
  /** How it was refused before, such as "503 unavailable". */
  refusals: string[];
}

export interface Traffic {
  /** In the order that they ended in. */
  deeds: readonly Deed[];
  /** Lets what is under way come to its end. */
  stop(): Promise<void>;
}

/** Tries once: the id of what was made, or how it was refused. */
type Try = () => Promise<{ id: string } | { refusal: string }>;

const maxTries = 600;
const send = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, { ...init, signal: AbortSignal.timeout(waitMs) });

/** Clients of four kinds. Each does one thing after the other, and repeats it until it is taken, as clients should. */
export function startTraffic(options: TrafficOptions): Traffic {
  const deeds: Deed[] = [];
  const stopping = new AbortController();
  const work = async (kind: Deed["kind"]): Promise<void> => {
    while (!stopping.signal.aborted) {
      deeds.push({ kind, ...(await insist(await kinds[kind](options))) });
      await delay(150);
    }
  };
  const clients = (["webhook", "webhook", "stream", "stream", "upload", "whatsapp"] as const).map(work);
  return {
    deeds,
    async stop() {
      stopping.abort();
      await Promise.all(clients);
    },
  };
}

async function insist(once: Try): Promise<Omit<Deed, "kind">> {
  const refusals: string[] = [];
  for (;;) {
    const tried = await once().catch((error: Error) => ({ refusal: error.message }));
    if ("id" in tried) return { id: tried.id, refusals };
    refusals.push(tried.refusal);
    if (refusals.length === maxTries) throw new Error(`given up after ${refusals.slice(-3).join(", ")}`);
    await delay(200);
  }
}

/** Each prepares a request of its own, with a key that makes its repetitions one. */
const kinds: Record<Deed["kind"], (options: TrafficOptions) => Promise<Try>> = {
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

/** Status and code; of what is no error of the product's, its beginning. */
const refusalOf = (status: number, body: string): string =>
  `${status} ${/"code":"(\w+)"/.exec(body)?.[1] ?? body.slice(0, 200)}`;
