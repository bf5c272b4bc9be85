import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Role } from "../contract/common.ts";
import { may, type Permission } from "../contract/permissions.ts";
import { type Account, signUp, signUpMember } from "../test/accounts.ts";
import { uploadDocument, waitForDocument } from "../test/documents.ts";
import { uploadWithInternalError } from "./failed-reading.ts";
import { fillLists } from "./fill-lists.ts";
import { leavePolicyPdf } from "./leave-policy.ts";
import { goWithin, openPage, signIn, startProduct, type Product } from "./product.ts";

let product: Product;
let people: Record<Role, Account>;
beforeAll(async () => {
  product = await startProduct();
  const owner = await signUp(product.server);
  await fillLists(product.server, owner);
  const { id } = await uploadDocument(owner, { name: "Leave Policy.pdf", bytes: await leavePolicyPdf() });
  await waitForDocument(owner, id);
  await uploadWithInternalError(product.server, owner, "Broken.pdf");
  await addTicketWithDraft(owner);
  const [admin, agent, viewer] = [
    await join(owner, "admin"),
    await join(owner, "agent"),
    await join(owner, "viewer"),
  ];
  people = { owner, admin, agent, viewer };
});
afterAll(() => product.close());

/** Adds a ticket that an external document answers, so that it gets a draft. */
async function addTicketWithDraft(owner: Account): Promise<void> {
  const handbook = { name: "Handbook.pdf", bytes: await leavePolicyPdf() };
  const { id } = await uploadDocument(owner, handbook, "external");
  await waitForDocument(owner, id);
  const reply = await owner.request("POST", `/api/organizations/${owner.organizationId}/tickets`, {
    title: "Days of leave",
    description: "How many days of annual leave does an employee receive?",
    customerName: "Lerato Mokoena",
  });
  expect(reply.statusCode).toBe(201);
}

const join = (owner: Account, role: Role): Promise<Account> =>
  signUpMember(product.server, owner.organizationId, { role, email: `${role}@example.org` });

interface Screen {
  path: string;
  /** Text that every role sees once the screen has loaded. */
  shown: string | RegExp;
  prepare?: (page: Page) => Promise<void>;
  /** Controls that are offered only with the permission. */
  offers: [Permission, (page: Page) => Locator][];
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name });
const link = (name: string | RegExp) => (page: Page) => page.getByRole("link", { name, exact: true });
/** An enabled select; without the permission it is shown but disabled. */
const dropdown = (name: string | RegExp) => (page: Page) =>
  page.getByRole("combobox", { name, disabled: false });

const screens: Screen[] = [
  {
    path: "/",
    shown: "View Analytics",
    offers: [
      ["upload documents", link("Upload Documents")],
      ["manage API keys", link("Manage API Keys")],
      ["manage API keys", link("Manage Public webhook")],
      ["manage the WhatsApp integration", link(/^(Manage|Review) WhatsApp Business$/)],
      ["chat with the assistant", (page) => page.getByRole("textbox", { name: "Your question" })],
    ],
  },
  {
    path: "/documents",
    shown: "Broken.pdf",
    offers: [
      ["upload documents", button("Upload Document")],
      ["upload documents", button("Upload a new version of Leave Policy.pdf")],
      ["retry documents", button("Retry")],
      ["delete documents", button("Delete Leave Policy.pdf")],
    ],
  },
  {
    path: "/chat",
    shown: "AI Assistant",
    offers: [["chat with the assistant", (page) => page.getByRole("textbox", { name: "Your question" })]],
  },
  {
    path: "/whatsapp",
    shown: "Karoo Trading in Beaufort West",
    offers: [
      ["manage the WhatsApp integration", button("Create integration")],
      ["manage the WhatsApp integration", button("Edit")],
      ["manage the WhatsApp integration", button("Remove")],
    ],
  },
  {
    path: "/inbox",
    shown: "It does, from March on.",
    prepare: (page) => page.getByRole("link", { name: /fridge/ }).click(),
    offers: [
      ["answer conversations", button(/^(Take over|Return to assistant)$/)],
      ["manage personal data", button("Personal data")],
    ],
  },
  {
    path: "/feedback",
    shown: "Recent Feedback",
    offers: [["see feedback", (page) => page.getByText("The answer came at once and was right.").first()]],
  },
  {
    path: "/tickets",
    shown: "TKT-0001",
    offers: [
      ["work on tickets", button("Create Ticket")],
      ["work on tickets", dropdown(/^Status of/)],
    ],
  },
  {
    path: "/tickets",
    shown: "Lerato Mokoena",
    prepare: async (page) => {
      await page.getByRole("link", { name: "Days of leave" }).click();
      await page.getByRole("heading", { level: 1, name: /^TKT-0002/ }).waitFor();
    },
    offers: [
      ["work on tickets", (page) => page.getByRole("textbox", { name: "Reply" })],
      ["work on tickets", dropdown("Assignee")],
      ["work on tickets", dropdown("Priority")],
      ["work on tickets", button("Discard")],
      ["manage personal data", button("Personal data")],
    ],
  },
  {
    path: "/analytics?tab=unanswered",
    shown: "Asked once",
    offers: [
      ["write answers", button(/^Write an answer/)],
      ["upload documents", link("Upload a document")],
    ],
  },
  {
    path: "/analytics?tab=answers",
    shown: "Do you mend fridges?",
    offers: [
      ["write answers", button("New answer")],
      ["write answers", button(/^Edit: /)],
      ["write answers", button(/^Delete: /)],
    ],
  },
  {
    path: "/business-config",
    shown: "Current Configurations",
    prepare: (page) => page.getByRole("tab", { name: "Templates" }).click(),
    offers: [
      ["manage the business configuration", (page) => page.getByRole("radio", { name: /^Insurance/ })],
      ["manage the business configuration", button("Edit Order status")],
      ["manage the business configuration", button("Manage Retail")],
    ],
  },
  {
    path: "/settings",
    shown: "Date of birth",
    offers: [["read documents", button("Change password")]],
  },
  {
    path: "/settings?tab=api-keys",
    shown: /^(Web shop|Only owners and admins can manage API keys)$/,
    offers: [
      ["manage API keys", button("Create API key")],
      ["manage API keys", button("Revoke Web shop")],
      ["see API keys", (page) => page.getByText("Web shop", { exact: true })],
    ],
  },
  {
    path: "/settings?tab=webhooks",
    shown: "/api/webhook/chat",
    offers: [
      ["read documents", button(/^Copy/)],
      ["manage API keys", button("Create Key for Web Pages")],
    ],
  },
  {
    path: "/settings?tab=members",
    shown: "viewer@example.org",
    offers: [
      ["invite members", button("Invite")],
      ["manage members", dropdown("Role of agent@example.org")],
      ["manage members", button("Remove agent@example.org")],
      ["change the organization's settings", button("Rename")],
      ["delete the organization", button("Delete organization")],
      ["manage personal data", (page) => page.getByRole("tab", { name: "Privacy" })],
      ["leave the organization", button("Leave the organization")],
    ],
  },
  {
    path: "/settings?tab=language-model",
    shown: "Language model",
    offers: [["see the language model usage", (page) => page.getByText(/LLM_BASE_URL/).first()]],
  },
];

/** Navigates within the app once it is loaded, since reloading it for each screen took most of the time. */
async function goTo(page: Page, path: string): Promise<void> {
  if (page.url() === "about:blank") await page.goto(path);
  else await goWithin(page, path);
}

test.each(["viewer", "agent", "admin", "owner"] as const)(
  "on every screen the %s is offered what they may do, and nothing else",
  async (role) => {
    const page = await openPage(product, { reducedMotion: "reduce" });
    await signIn(product, page, people[role]);
    const refused: string[] = [];
    page.on("response", (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    for (const { path, shown, prepare, offers } of screens) {
      await goTo(page, path);
      await prepare?.(page);
      await page.getByText(shown).first().waitFor();
      for (const [permission, find] of offers) {
        const allowed = may(role, permission);
        const found = find(page);
        if (allowed) await found.first().waitFor();
        expect({ path, permission, offered: (await found.count()) > 0 }).toEqual({
          path,
          permission,
          offered: allowed,
        });
      }
    }
    // No screen sends a request that is refused.
    expect(refused).toEqual([]);
    await page.context().close();
  },
);
