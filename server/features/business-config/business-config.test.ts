import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BusinessConfig } from "../../../contract/business-config.ts";
import { businessPresets } from "../../../contract/business-presets.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

const urlOf = (account: Account) => `/api/organizations/${account.organizationId}/business-config`;
const list = async (account: Account) =>
  (await account.request("GET", urlOf(account))).json<BusinessConfig[]>();

/** What the web app sends for a chosen card. */
function formOf(businessType: keyof typeof businessPresets) {
  const { settings, templateSettings, workflowSettings } = businessPresets[businessType];
  return { businessType, settings, templateSettings, workflowSettings };
}

test("the four presets hold the flags, templates and workflows of the specification", () => {
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
    "%s is listed as it was sent, in its order",
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

  test("again updates it rather than doubling it, however often at once", async () => {
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

  test("of another kind stands beside the first", async () => {
    const account = await signUp(server);
    await account.request("POST", urlOf(account), formOf("insurance"));
    await account.request("POST", urlOf(account), formOf("medical_aid"));
    expect((await list(account)).map(({ businessType, isActive }) => [businessType, isActive])).toEqual([
      ["insurance", true],
      ["medical_aid", true],
    ]);
  });

  test("is not from another organization, and not seen there", async () => {
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
  ["a flag that is no yes or no", { settings: { orderManagementEnabled: "yes" } }],
  ["more flags than anybody reads", { settings: manyFlags(101) }],
  ["a template that is no text", { templateSettings: { orderStatus: 1 } }],
  ["a workflow that is no list", { workflowSettings: { customerSupport: "orders" } }],
])("a configuration with %s is refused", async (_what, bad) => {
  const account = await signUp(server);
  const reply = await account.request("POST", urlOf(account), { ...formOf("retail"), ...bad });
  expect(reply.statusCode).toBe(400);
  expect(await list(account)).toEqual([]);
});

function manyFlags(count: number): Record<string, boolean> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`flag${at}`, true]));
}
