import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BusinessConfig, CustomerGreeting } from "../../../contract/business-config.ts";
import { businessPresets } from "../../../contract/business-presets.ts";
import type { ChatExchange, ChatMessage } from "../../../contract/conversations.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { withTenant } from "../../database/database.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

const urlOf = (account: Account) => `/api/organizations/${account.organizationId}/business-config`;
const list = async (account: Account) =>
  (await account.request("GET", urlOf(account))).json<BusinessConfig[]>();

/** The request that the web app sends for a chosen card. */
function formOf(businessType: keyof typeof businessPresets) {
  const { settings, templateSettings, workflowSettings } = businessPresets[businessType];
  return { businessType, settings, templateSettings, workflowSettings };
}

test("the four presets have the flags, templates and workflows of the specification", () => {
  const table = Object.entries(businessPresets).map(([type, preset]) => [
    type,
    Object.keys(preset.settings).join(", "),
    Object.keys(preset.templateSettings).join(", "),
    preset.workflowSettings.customerSupport.join(", "),
    preset.workflowSettings.internal.join(", "),
  ]);
  expect(table).toEqual([
    [
      "retail",
      "productCatalogEnabled, pricingManagementEnabled, inventoryTrackingEnabled, orderManagementEnabled",
      "productInquiry, pricingInquiry, orderStatus",
      "product_info, pricing, orders, returns",
      "inventory, suppliers, marketing",
    ],
    [
      "insurance",
      "policyManagementEnabled, claimsProcessingEnabled, riskAssessmentEnabled, complianceTrackingEnabled",
      "policyInquiry, claimSubmission, riskAssessment",
      "policies, claims, coverage, payments",
      "underwriting, compliance, risk_management",
    ],
    [
      "medical_aid",
      "memberManagementEnabled, benefitsTrackingEnabled, providerNetworkEnabled, claimsProcessingEnabled",
      "memberInquiry, claimStatus, providerSearch",
      "benefits, claims, providers, membership",
      "medical_schemes, provider_relations, compliance",
    ],
    [
      "financial_services",
      "accountManagementEnabled, transactionTrackingEnabled, investmentPortfolioEnabled, complianceMonitoringEnabled",
      "accountInquiry, investmentAdvice, loanApplication",
      "accounts, transactions, loans, investments",
      "compliance, risk_management, financial_planning",
    ],
  ]);
  for (const { settings, templateSettings } of Object.values(businessPresets)) {
    expect(new Set<boolean>(Object.values(settings))).toEqual(new Set([true]));
    for (const greeting of Object.values<string>(templateSettings)) {
      expect(greeting).toMatch(/^Hello! I can help you .+\?$/);
    }
  }
});

describe("applying a preset", () => {
  test.each(Object.keys(businessPresets) as (keyof typeof businessPresets)[])(
    "lists %s as it was sent, in the same order",
    async (type) => {
      const account = await signUp(server);
      expect(await list(account)).toEqual([]);
      const reply = await account.request("POST", urlOf(account), formOf(type));
      expect(reply.statusCode).toBe(201);
      const listed = await list(account);
      expect(listed).toEqual([{ ...reply.json<BusinessConfig>(), isActive: true, ...formOf(type) }]);
      expect(Object.keys(listed[0]?.settings ?? {})).toEqual(Object.keys(businessPresets[type].settings));
      expect(Object.keys(listed[0]?.templateSettings ?? {})).toEqual(
        Object.keys(businessPresets[type].templateSettings),
      );
    },
  );

  test("again updates it, even several times at once", async () => {
    const account = await signUp(server);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => account.request("POST", urlOf(account), formOf("retail"))),
    );
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(7);
    const form = formOf("retail");
    const changed = { ...form, settings: { ...form.settings, orderManagementEnabled: false } };
    const again = await account.request("POST", urlOf(account), changed);
    expect(again.statusCode).toBe(200);
    expect(await list(account)).toEqual([again.json()]);
    expect(again.json()).toMatchObject({ settings: changed.settings });
  });

  test("applying a preset of another type keeps the first", async () => {
    const account = await signUp(server);
    await account.request("POST", urlOf(account), formOf("insurance"));
    await account.request("POST", urlOf(account), formOf("medical_aid"));
    expect((await list(account)).map(({ businessType, isActive }) => [businessType, isActive])).toEqual([
      ["insurance", true],
      ["medical_aid", true],
    ]);
  });

  test("is refused for another organization, and not visible there", async () => {
    const account = await signUp(server);
    const stranger = await signUp(server);
    await account.request("POST", urlOf(account), formOf("retail"));
    expect((await stranger.request("GET", urlOf(account))).statusCode).toBe(404);
    expect((await stranger.request("POST", urlOf(account), formOf("insurance"))).statusCode).toBe(404);
    expect(await list(stranger)).toEqual([]);
    expect(await list(account)).toHaveLength(1);
  });
});

test.each([
  ["no business type", { businessType: "" }],
  ["a flag that is not a boolean", { settings: { orderManagementEnabled: "yes" } }],
  ["too many flags", { settings: manyFlags(101) }],
  ["a template that is not a text", { templateSettings: { orderStatus: 1 } }],
  ["a workflow that is not a list", { workflowSettings: { customerSupport: "orders" } }],
])("refuses a configuration with %s", async (_what, bad) => {
  const account = await signUp(server);
  const reply = await account.request("POST", urlOf(account), { ...formOf("retail"), ...bad });
  expect(reply.statusCode).toBe(400);
  expect(await list(account)).toEqual([]);
});

function manyFlags(count: number): Record<string, boolean> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`flag${at}`, true]));
}

describe("an active configuration", () => {
  const urlOfOne = (account: Account, { id }: BusinessConfig) => `${urlOf(account)}/${id}`;
  const applied = async (account: Account, businessType: keyof typeof businessPresets = "retail") =>
    (await account.request("POST", urlOf(account), formOf(businessType))).json<BusinessConfig>();
  const greeting = async (account: Account) =>
    (await account.request("GET", `${urlOf(account)}/greeting`)).json<CustomerGreeting>();

  async function ask(account: Account, content: string, type = "external"): Promise<ChatMessage> {
    const sessions = `/api/organizations/${account.organizationId}/chat/sessions`;
    const { id } = (await account.request("POST", sessions, { type })).json<{ id: string }>();
    const reply = await account.request("POST", `/api/chat/sessions/${id}/messages`, { content });
    return reply.json<ChatExchange>().assistantMessage;
  }

  test("greets customers with its template and the organization's name", async () => {
    const account = await signUp(server, { organizationName: "Thula Outdoor" });
    const plain = (await ask(account, "hi")).content;
    await applied(account);
    const { content, metadata } = await ask(account, "hi");
    expect(content).toContain("Hello, and welcome to Thula Outdoor! I can help you with questions about our");
    // Questions that no document answers are not suggested.
    expect(content).not.toContain("•");
    expect(metadata?.kind).toBe("small_talk");
    expect((await ask(account, "hi", "internal")).content).toBe(plain);
    expect((await ask(account, "sawubona")).content).toMatch(/^Sawubona/);
    expect((await greeting(account)).suggestions).toContain("How do I follow my order?");
  });

  test("greets with an edited template", async () => {
    const account = await signUp(server, { organizationName: "Thula Outdoor" });
    const retail = await applied(account);
    const change = { templateSettings: { productInquiry: "What shall we pack for you?", unknown: "No." } };
    const reply = await account.request("PUT", urlOfOne(account, retail), change);
    expect(reply.json<BusinessConfig>().templateSettings).toEqual({
      ...retail.templateSettings,
      productInquiry: "What shall we pack for you?",
    });
    expect((await greeting(account)).text).toBe(
      "Hello, and welcome to Thula Outdoor! What shall we pack for you?",
    );
  });

  test("offers a person instead of an answer while a topic is switched off", async () => {
    const account = await signUp(server);
    const retail = await applied(account);
    const flag = (orderManagementEnabled: boolean) =>
      account.request("PUT", urlOfOne(account, retail), { settings: { orderManagementEnabled } });
    expect((await flag(false)).json<BusinessConfig>().settings).toEqual({
      ...retail.settings,
      orderManagementEnabled: false,
    });
    const declined = await ask(account, "How long does an order take?");
    expect(declined.metadata).toMatchObject({ kind: "unknown", answered: false, declined: true });
    expect(declined.content).toMatch(/our team can/);
    expect((await ask(account, "What tents do you have?")).metadata?.declined).toBeUndefined();
    expect(
      (await ask(account, "How long does an order take?", "internal")).metadata?.declined,
    ).toBeUndefined();
    expect((await greeting(account)).suggestions).toEqual([
      "What products do you have?",
      "What do your products cost?",
    ]);
    await flag(true);
    expect((await ask(account, "How long does an order take?")).metadata?.declined).toBeUndefined();
  });

  test.each([
    ["Wie lange dauert die Lieferung einer Bestellung?", /Person aus dem Team/],
    ["Quel est le délai de livraison d'une commande ?", /personne de l'équipe/],
    ["Quanto tempo demora a entrega de uma encomenda?", /pessoa da equipa/],
    ["Ngicela ukwazi: ukulethwa kwe-oda kuthatha isikhathi esingakanani?", /Umuntu weqembu/],
  ])("declines in the language of the question: %s", async (question, sentence) => {
    const account = await signUp(server);
    const retail = await applied(account);
    await account.request("PUT", urlOfOne(account, retail), { settings: { orderManagementEnabled: false } });
    const { metadata, content } = await ask(account, question);
    expect(metadata).toMatchObject({ kind: "unknown", declined: true });
    expect(content).toMatch(sentence);
  });

  test("has no effect while inactive, and is activated by applying it again", async () => {
    const account = await signUp(server);
    const retail = await applied(account);
    await account.request("PUT", urlOfOne(account, retail), {
      isActive: false,
      settings: { orderManagementEnabled: false },
    });
    expect(await list(account)).toMatchObject([{ id: retail.id, isActive: false }]);
    expect(await greeting(account)).toEqual({ text: null, suggestions: [] });
    expect((await ask(account, "How long does an order take?")).metadata?.declined).toBeUndefined();
    expect(await applied(account)).toMatchObject({
      id: retail.id,
      isActive: true,
      settings: retail.settings,
    });
  });

  test("is removed permanently, by its own organization only", async () => {
    const account = await signUp(server);
    const retail = await applied(account);
    const stranger = await signUp(server);
    const foreign = await stranger.request("DELETE", `${urlOf(stranger)}/${retail.id}`);
    expect(foreign.statusCode).toBe(404);
    expect(await list(account)).toHaveLength(1);
    const removed = await account.request("DELETE", urlOfOne(account, retail));
    expect([removed.statusCode, await list(account)]).toEqual([204, []]);
    expect(await greeting(account)).toEqual({ text: null, suggestions: [] });
    expect((await account.request("DELETE", urlOfOne(account, retail))).statusCode).toBe(404);
  });

  test("recognizes a custom topic by the name of its flag", async () => {
    const account = await signUp(server);
    const form = {
      businessType: "bicycle_shop",
      settings: { workshopRepairsEnabled: false },
      templateSettings: {},
      workflowSettings: {},
    };
    await account.request("POST", urlOf(account), form);
    expect((await ask(account, "Can you repair my bicycle?")).metadata?.declined).toBe(true);
    expect((await ask(account, "Do you sell bicycles?")).metadata?.declined).toBeUndefined();
  });

  test.each([
    ["financial_services", "Should I invest my savings in your fund?"],
    ["medical_aid", "Will you approve my operation?"],
  ] as const)("a configuration for %s leaves advice and decisions to a person", async (type, question) => {
    const account = await signUp(server);
    expect((await ask(account, question)).metadata?.declined).toBeUndefined();
    await applied(account, type);
    const { content, metadata } = await ask(account, question);
    expect(metadata).toMatchObject({ answered: false, declined: true });
    expect(content).toMatch(/our team can/);
  });

  test("is refused if the organization has a hundred", async () => {
    const account = await signUp(server);
    const { organizationId } = account;
    await withTenant(server.context.db, organizationId, (trx) =>
      sql`insert into business_configs (organization_id, business_type, settings, template_settings, workflow_settings)
        select ${organizationId}, 'kind_' || n, '{}', '{}', '{}' from generate_series(1, 100) n`.execute(trx),
    );
    const form = { businessType: "one_more", settings: {}, templateSettings: {}, workflowSettings: {} };
    const refused = await account.request("POST", urlOf(account), form);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
      409,
      "too_many_configurations",
    ]);
    expect(await list(account)).toHaveLength(100);
    const again = await account.request("POST", urlOf(account), { ...form, businessType: "kind_1" });
    expect(again.statusCode).toBe(200);
  });

  test("can't be changed by another organization", async () => {
    const account = await signUp(server);
    const stranger = await signUp(server);
    const retail = await applied(account);
    for (const url of [urlOfOne(account, retail), urlOfOne(stranger, retail)]) {
      expect((await stranger.request("PUT", url, { isActive: false })).statusCode).toBe(404);
    }
    expect(await list(account)).toMatchObject([{ isActive: true }]);
    expect(await greeting(stranger)).toEqual({ text: null, suggestions: [] });
  });
});
