import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";

/** A screen, and how to open it. */
export interface Screen {
  name: string;
  path: string;
  /** The signed-in user; without one, no one is signed in. */
  as?: "member" | "userWithoutOrganization" | "merchant";
  /** The heading that shows that the screen has loaded. */
  heading: string | RegExp;
  /** Steps that bring the screen into the state to check. */
  prepare?: (page: Page) => Promise<unknown>;
}

const ask = async (page: Page): Promise<void> => {
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill("How many days of annual leave does an employee receive?");
  await question.press("Enter");
  await page
    .getByRole("log")
    .getByText(/^Confidence/)
    .first()
    .waitFor();
};

/** Every screen, in the states to check. */
export const screens: Screen[] = [
  { name: "landing page", path: "/", heading: /Your documents/ },
  { name: "sign-in", path: "/sign-in", heading: "Sign in" },
  {
    name: "sign-up with problems",
    path: "/sign-up",
    heading: "Create your account",
    prepare: (page) => page.getByRole("button", { name: "Create account" }).click(),
  },
  { name: "not found", path: "/nowhere", heading: "404 Page Not Found" },
  { name: "dashboard", path: "/", as: "member", heading: "Dashboard" },
  { name: "dashboard of a shop", path: "/", as: "merchant", heading: "Dashboard" },
  { name: "documents", path: "/documents", as: "member", heading: "Document Management" },
  { name: "golden questions", path: "/analytics?tab=golden", as: "member", heading: "Analytics" },
  {
    name: "a version that waits to go live",
    path: "/analytics?tab=golden",
    as: "merchant",
    heading: "Analytics",
    prepare: async (page) => {
      await page.getByText("Compare the answers").first().click();
      await page.getByText("With the new version").waitFor();
    },
  },
  {
    name: "writing a golden question",
    path: "/analytics?tab=golden",
    as: "member",
    heading: "Analytics",
    prepare: (page) => page.getByRole("button", { name: "New question" }).click(),
  },
  {
    name: "upload dialog",
    path: "/documents",
    as: "member",
    heading: "Document Management",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Upload Document" }).click();
      const file = { name: "Leave.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") };
      await page.locator(".uppy-Dashboard-input").first().setInputFiles(file);
      await page.getByRole("button", { name: "Upload 1 file" }).waitFor();
    },
  },
  {
    name: "deleting a document",
    path: "/documents",
    as: "member",
    heading: "Document Management",
    prepare: (page) => page.getByRole("button", { name: "Delete Broken.pdf" }).click(),
  },
  { name: "an answer", path: "/chat", as: "member", heading: "AI Assistant", prepare: ask },
  {
    name: "a source",
    path: "/chat",
    as: "member",
    heading: "AI Assistant",
    prepare: async (page) => {
      await ask(page);
      await page
        .getByRole("button", { name: /, page \d+$/ })
        .first()
        .click();
      await page.locator("[data-highlight]").first().waitFor();
    },
  },
  { name: "WhatsApp", path: "/whatsapp", as: "member", heading: "WhatsApp Integration" },
  { name: "an empty inbox", path: "/inbox", as: "member", heading: "Inbox" },
  {
    name: "an inbox",
    path: "/inbox",
    as: "merchant",
    heading: "Inbox",
    prepare: (page) =>
      page.getByRole("list", { name: "Conversations" }).getByText("Assigned to you").waitFor(),
  },
  {
    name: "a conversation",
    path: "/inbox",
    as: "merchant",
    heading: "Inbox",
    prepare: async (page) => {
      await page.getByRole("link", { name: /fridge/ }).click();
      await page.getByText("It does, from March on.", { exact: true }).last().waitFor();
    },
  },
  { name: "feedback", path: "/feedback", as: "member", heading: "Customer Feedback" },
  { name: "tickets", path: "/tickets", as: "member", heading: "Support Tickets" },
  {
    name: "business configuration",
    path: "/business-config",
    as: "member",
    heading: "Business Configuration",
  },
  { name: "profile", path: "/settings", as: "member", heading: "Settings" },
  { name: "API keys", path: "/settings?tab=api-keys", as: "member", heading: "Settings" },
  { name: "webhooks", path: "/settings?tab=webhooks", as: "member", heading: "Settings" },
  { name: "members", path: "/settings?tab=members", as: "member", heading: "Settings" },
  { name: "language model", path: "/settings?tab=language-model", as: "member", heading: "Settings" },
  {
    name: "privacy",
    path: "/settings?tab=privacy",
    as: "member",
    heading: "Settings",
    prepare: (page) => page.getByLabel("Delete conversations and closed tickets after").waitFor(),
  },
  { name: "a forgotten password", path: "/reset-password", heading: "Forgot your password?" },
  {
    name: "a connected number",
    path: "/whatsapp",
    as: "merchant",
    heading: "WhatsApp Integration",
    prepare: (page) => page.getByText("Active", { exact: true }).waitFor(),
  },
  {
    name: "changing a connected number",
    path: "/whatsapp",
    as: "merchant",
    heading: "WhatsApp Integration",
    prepare: (page) => page.getByRole("button", { name: "Edit" }).click(),
  },
  {
    name: "ratings",
    path: "/feedback",
    as: "merchant",
    heading: "Customer Feedback",
    prepare: (page) => page.getByText("Recent Feedback").waitFor(),
  },
  {
    name: "analytics",
    path: "/analytics",
    as: "merchant",
    heading: "Analytics",
    prepare: async (page) => {
      await page.getByRole("radio", { name: "7 days" }).check({ force: true });
      await page.getByText("Show as a table: Ratings").click();
      await page.locator(".recharts-surface").first().waitFor();
    },
  },
  {
    name: "unanswered questions",
    path: "/analytics?tab=unanswered",
    as: "merchant",
    heading: "Analytics",
    prepare: (page) => page.getByText("Asked once").first().waitFor(),
  },
  {
    name: "writing an answer",
    path: "/analytics?tab=unanswered",
    as: "merchant",
    heading: "Analytics",
    prepare: (page) =>
      page
        .getByRole("button", { name: /^Write an answer/ })
        .first()
        .click(),
  },
  {
    name: "curated answers",
    path: "/analytics?tab=answers",
    as: "merchant",
    heading: "Analytics",
    prepare: (page) => page.getByRole("button", { name: /^Edit: / }).waitFor(),
  },
  {
    name: "rewriting a template",
    path: "/business-config",
    as: "merchant",
    heading: "Business Configuration",
    prepare: async (page) => {
      await page.getByRole("tab", { name: "Templates" }).click();
      await page.getByRole("button", { name: "Edit Order status" }).click();
    },
  },
  {
    name: "a list of tickets",
    path: "/tickets",
    as: "merchant",
    heading: "Support Tickets",
    prepare: (page) => page.getByText("TKT-0001").waitFor(),
  },
  {
    name: "a ticket",
    path: "/tickets",
    as: "merchant",
    heading: "Support Tickets",
    prepare: async (page) => {
      await page.getByRole("link", { name: "The fridge arrived with a dented door" }).click();
      await page.getByRole("heading", { level: 1, name: /^TKT-0001/ }).waitFor();
      await page.getByText("Nomsa Dlamini").first().waitFor();
    },
  },
  {
    name: "the personal data of a ticket",
    path: "/tickets",
    as: "merchant",
    heading: "Support Tickets",
    prepare: async (page) => {
      await page.getByRole("link", { name: "The fridge arrived with a dented door" }).click();
      await page.getByRole("button", { name: "Personal data" }).click();
      await page.getByRole("heading", { name: "This customer" }).waitFor();
    },
  },
  { name: "a rating link that was cut off", path: "/rate/AQ", heading: "This link doesn't work" },
  {
    name: "creating a ticket",
    path: "/tickets",
    as: "merchant",
    heading: "Support Tickets",
    prepare: (page) => page.getByRole("button", { name: "Create Ticket" }).click(),
  },
  {
    name: "an applied preset and a chosen one",
    path: "/business-config",
    as: "merchant",
    heading: "Business Configuration",
    prepare: async (page) => {
      await page.getByText("Enabled").first().waitFor();
      await page.getByRole("radio", { name: /^Insurance/ }).check({ force: true });
    },
  },
  {
    name: "an API key",
    path: "/settings?tab=api-keys",
    as: "merchant",
    heading: "Settings",
    prepare: async (page) => {
      await page.getByText("Advanced").click();
      await page.getByText("Full Access").waitFor();
    },
  },
  { name: "welcome", path: "/", as: "userWithoutOrganization", heading: "Welcome" },
  ...[
    "/documents",
    "/chat",
    "/whatsapp",
    "/inbox",
    "/analytics",
    "/feedback",
    "/tickets",
    `/tickets/${randomUUID()}`,
    "/business-config",
    "/settings?tab=api-keys",
  ].map((path): Screen => {
    const name = `${path.split(/\/[\da-f-]{36}|\?/)[0]} without an organization`;
    return { name, path, as: "userWithoutOrganization", heading: "Access Required" };
  }),
];
