import type { LightMyRequestResponse } from "fastify";
import type { ApiKeyCreated } from "../contract/api-keys.ts";
import { WebhookAnswer } from "../contract/webhook.ts";
import { signUp, type Account } from "./accounts.ts";
import { addWordDocument } from "./documents.ts";
import { startTestServer, type TestServer } from "./server.ts";

const returns = "Customers may return unworn shoes within thirty days of the purchase.";
const refund = "The refund for returned shoes is paid within five working days.";
const leave = "Full-time employees receive eighteen working days of paid annual leave.";

/** Answered from Returns.docx. */
export const askReturns = {
  question: "Within how many days may customers return unworn shoes?",
  type: "external",
};
/** Answered from Leave.docx. */
export const askLeave = {
  question: "How many days of paid annual leave do full-time employees receive?",
  type: "internal",
};

interface Call {
  /** Default: the key with every permission. */
  key?: string;
  headers?: Record<string, string>;
}
type Post = (payload: object, call?: Call) => Promise<LightMyRequestResponse>;

/** An organization with a document for each audience, and functions that call its webhook. */
export interface WebhookShop {
  server: TestServer;
  account: Account;
  key: string;
  ask: Post;
  rate: Post;
  askForPerson: Post;
  answerTo: (payload: object, call?: Call) => Promise<WebhookAnswer>;
}

/** Close the server in afterAll. */
export async function startWebhookShop(): Promise<WebhookShop> {
  const server = await startTestServer();
  const account = await signUp(server);
  await addWordDocument(account, "Returns.docx", [returns, refund], "external");
  await addWordDocument(account, "Leave.docx", [leave], "internal");
  const { key } = await createKey(account);
  const to =
    (url: string): Post =>
    (payload, { key: used = key, headers = {} } = {}) =>
      server.app.inject({
        method: "POST",
        url,
        headers: { authorization: `Bearer ${used}`, ...headers },
        payload,
      });
  const ask = to("/api/webhook/chat");
  return {
    server,
    account,
    key,
    ask,
    rate: to("/api/webhook/feedback"),
    askForPerson: to("/api/webhook/hand-off"),
    async answerTo(payload, call) {
      const reply = await ask(payload, call);
      if (reply.statusCode !== 200) throw new Error(`${reply.statusCode} ${reply.body}`);
      return WebhookAnswer.parse(reply.json());
    },
  };
}

/** Creates an API key, with every permission unless the form restricts it. */
export async function createKey(of: Account, form: object = {}): Promise<ApiKeyCreated> {
  const permissions = { internal: true, external: true };
  const url = `/api/organizations/${of.organizationId}/api-keys`;
  const reply = await of.request("POST", url, { name: "Site", permissions, ...form });
  if (reply.statusCode !== 201) throw new Error(reply.body);
  return reply.json<ApiKeyCreated>();
}
