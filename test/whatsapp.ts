import { randomInt, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { ChatMessage } from "../contract/conversations.ts";
import { WhatsappIntegration, type WhatsappIntegrationCreate } from "../contract/whatsapp.ts";
import { withTenant, type Transaction } from "../server/database/database.ts";
import { signUp, type Account } from "./accounts.ts";
import { uploadDocument, waitForDocument } from "./documents.ts";
import { startFakeGraphApi, type FakeGraphApi } from "./fake-graph-api/graph-api.ts";
import {
  deliver,
  envelope,
  messageFrom,
  text,
  type Content,
  type Customer,
} from "./fake-graph-api/webhook.ts";
import { nextPollMs, waitMs } from "./patience.ts";
import { startTestServer, type TestServer } from "./server.ts";

/** The product with a fake Graph API. */
export interface WhatsappServer extends TestServer {
  graph: FakeGraphApi;
}

export async function startWhatsappServer(
  options: Parameters<typeof startTestServer>[0] = {},
): Promise<WhatsappServer> {
  const graph = await startFakeGraphApi();
  const environment = { WHATSAPP_GRAPH_URL: graph.url, ...options.environment };
  const server = await startTestServer({ ...options, environment });
  return {
    ...server,
    graph,
    async close() {
      await graph.close();
      await server.close();
    },
  };
}

/** An organization with one connected number. */
export interface Business {
  account: Account;
  integration: WhatsappIntegration;
  appSecret: string;
  accessToken: string;
  webhookUrl: string;
  /** Delivers messages, statuses or anything else as Meta does. */
  deliver(
    payload: object | Buffer,
    options?: { signature?: string | null; appSecret?: string },
  ): ReturnType<typeof deliver>;
  /** Delivers one message of a customer and returns its wamid. */
  says(
    customer: Customer,
    content: string | Content,
    options?: { wamid?: string; at?: Date },
  ): Promise<string>;
  /** Runs `work` in a transaction of the organization. */
  rows<T>(work: (trx: Transaction) => Promise<T>): Promise<T>;
  /** All messages of the organization, or of one conversation. */
  messages(conversationId?: string): Promise<ChatMessage[]>;
}

/** Signs up an organization and connects a number that exists in the fake Graph API. */
export async function startBusiness(
  server: WhatsappServer,
  form: Partial<WhatsappIntegrationCreate> = {},
): Promise<Business> {
  const account = await signUp(server);
  const accessToken = form.accessToken ?? `token-${randomUUID()}`;
  const phoneNumberId = form.phoneNumberId ?? String(randomInt(1e14, 2e14));
  const appSecret = form.appSecret ?? randomUUID();
  server.graph.numbers.set(phoneNumberId, accessToken);
  const reply = await account.request("POST", `/api/organizations/${account.organizationId}/whatsapp`, {
    businessName: "Acme Retail",
    webhookVerifyToken: "verify-me",
    ...form,
    phoneNumberId,
    accessToken,
    appSecret,
  });
  if (reply.statusCode !== 201) throw new Error(`connecting failed: ${reply.statusCode} ${reply.body}`);
  const webhookUrl = `${server.url}/api/whatsapp/webhook/${account.organizationId}`;
  const business: Business = {
    account,
    integration: WhatsappIntegration.parse(reply.json()),
    appSecret,
    accessToken,
    webhookUrl,
    deliver: (payload, options) => deliver(webhookUrl, payload, { appSecret, ...options }),
    async says(customer, content, options) {
      const message = messageFrom(customer, typeof content === "string" ? text(content) : content, options);
      const delivered = await business.deliver(
        envelope(phoneNumberId, { messages: [message], customers: [customer] }),
      );
      if (delivered.status !== 200)
        throw new Error(`the webhook answered ${delivered.status} ${delivered.body}`);
      return String(message["id"]);
    },
    rows: (work) => withTenant(server.context.db, account.organizationId, work),
    async messages(conversationId) {
      const rows = await business.rows((trx) => {
        const all = trx.selectFrom("messages").selectAll().orderBy("position");
        return (
          conversationId === undefined ? all : all.where("conversation_id", "=", conversationId)
        ).execute();
      });
      return rows.map((row) => ({
        id: row.id,
        role: row.role === "user" ? "user" : "assistant",
        content: row.content,
        createdAt: row.created_at.toISOString(),
        metadata: row.metadata as ChatMessage["metadata"],
      }));
    },
  };
  return business;
}

/** A new customer. */
export function newCustomer(): Customer & { waId: string } {
  return { waId: `2782${randomInt(1_000_000, 9_999_999)}`, name: "Thandi" };
}

/** Uploads files of the demo for customers and waits until they are live. */
export async function uploadForCustomers(account: Account, ...names: string[]): Promise<void> {
  for (const name of names) {
    const bytes = await readFile(new URL(`../demo/files/${name}`, import.meta.url));
    const uploaded = await uploadDocument(account, { name, bytes }, "external");
    const document = await waitForDocument(account, uploaded.id);
    if (document.status !== "completed") throw new Error(`${name} ended in ${document.error?.code}`);
  }
}

/** Polls until `read` returns something. */
export async function eventually<T>(read: () => Promise<T | null | undefined | false>): Promise<T> {
  const begunAt = Date.now();
  for (;;) {
    const found = await read();
    if (found !== null && found !== undefined && found !== false) return found;
    if (Date.now() > begunAt + waitMs) throw new Error(`nothing was found within ${waitMs} ms`);
    await delay(nextPollMs(begunAt));
  }
}
