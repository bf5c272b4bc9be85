import { ApiKeyCreated } from "../contract/api-keys.ts";
import { businessPresets } from "../contract/business-presets.ts";
import type { Account } from "../test/accounts.ts";
import type { TestServer } from "../test/server.ts";

const ratings = [
  { rating: 5, source: "chat", comment: "The answer came at once and was right." },
  { rating: 4, source: "whatsapp", category: "delivery", customerPhone: "+27 82 555 0101" },
  {
    rating: 2,
    source: "email",
    customerEmail: "a-long-address-without-any-break@a-long-company-name.example",
  },
  { rating: 5, source: "ticket" },
];

/** Puts an entry into every list: WhatsApp numbers, tickets, configurations, curated answers, API keys and so on. */
export async function fillLists(server: TestServer, account: Account): Promise<void> {
  const organization = `/api/organizations/${account.organizationId}`;
  await create(account, `${organization}/whatsapp`, {
    businessName: "Karoo Trading in Beaufort West",
    phoneNumberId: "106540352242922",
    accessToken: "a-token",
    webhookVerifyToken: "a-word",
  });
  await create(account, `${organization}/tickets`, {
    title: "The fridge arrived with a dented door",
    description: "The customer would like a new door rather than a new fridge.",
    category: "feature_request",
    priority: "urgent",
    customerName: "Nomsa Dlamini",
    customerEmail: "a-long-address-without-any-break@a-long-company-name.example",
    customerPhone: "+27 82 555 0101",
  });
  const { settings, templateSettings, workflowSettings } = businessPresets.retail;
  await create(account, `${organization}/business-config`, {
    businessType: "retail",
    settings,
    templateSettings,
    workflowSettings,
  });
  await create(account, `${organization}/curated-answers`, {
    type: "external",
    question: "Do you mend fridges?",
    wordings: ["Can a fridge be repaired?"],
    answer: "Yes. Bring it to Beaufort West, or ask for someone to come by.",
  });
  const reply = await create(account, `${organization}/api-keys`, {
    name: "Web shop",
    permissions: { internal: true, external: true },
  });
  const { key } = ApiKeyCreated.parse(reply);
  await rate(server, key);
  await converse(server, account, key);
}

/** A customer asks through the webhook, and a person answers. */
async function converse(server: TestServer, account: Account, key: string): Promise<void> {
  const question = "Does the_fridge_with_a_name_that_nobody_could_ever_break_into_two_lines come in green?";
  const asked = await server.app.inject({
    method: "POST",
    url: "/api/webhook/chat",
    headers: { authorization: `Bearer ${key}` },
    payload: { question, type: "external" },
  });
  const conversation = `/api/conversations/${asked.json<{ conversationId: string }>().conversationId}`;
  await create(account, `${conversation}/take-over`, {});
  await create(account, `${conversation}/messages`, { content: "It does, from March on." });
}

async function create(account: Account, url: string, body: object): Promise<unknown> {
  const reply = await account.request("POST", url, body);
  if (reply.statusCode >= 300) throw new Error(`${url} failed: ${reply.statusCode} ${reply.body}`);
  return reply.json();
}

/** Posts ratings through the webhook. */
async function rate(server: TestServer, key: string): Promise<void> {
  for (const payload of ratings) {
    const headers = { authorization: `Bearer ${key}` };
    const reply = await server.app.inject({ method: "POST", url: "/api/webhook/feedback", headers, payload });
    if (reply.statusCode !== 201) throw new Error(`rating failed: ${reply.statusCode} ${reply.body}`);
  }
}
